// The goal as heuristics see it: negations pushed to the leaves, and, where only locations matter, the alternatives
// that each ask processes to be at certain locations.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "heuristic/heuristic.hpp"
#include "network/machine.hpp"

namespace crowfly {

// A formula whose negations stand before leaves only.
struct Target {
    enum class Kind : std::uint8_t { leaf, all, any };

    Kind kind = Kind::leaf;
    const Formula* leaf = nullptr;
    bool wanted = true;  // the leaf holds, or fails
    std::vector<Target> parts;
};

Target target_of(const Goal& goal);

// Whether a leaf is as wanted in a discrete state. What clocks decide counts as met: they are not looked at.
class LeafTest {
public:
    explicit LeafTest(const Network& network) : network_(network), machine_(network.code) {}
    void bind(std::span<const std::int32_t> slots);
    bool is_met(const Target& leaf);

private:
    const Network& network_;
    Machine machine_;
    std::vector<std::int32_t> slots_;
};

// Locations asked of some processes: for each of these, the numbers allowed.
using Places = std::map<ProcessIndex, std::set<std::uint32_t>>;

// The alternatives of the disjunctive normal form, as far as locations go; what is not about locations is left out,
// which only makes the goal nearer. With more than `most` alternatives there is a single one that asks for nothing.
std::vector<Places> places_of(const Network& network, const Target& target, std::size_t most = 256);

}  // namespace crowfly
