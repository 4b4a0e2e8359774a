// The goal in negation normal form, and its disjunctive normal form as far as locations go.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "network/machine.hpp"
#include "task/goal.hpp"

namespace crowfly {

// A formula in negation normal form: negations stand before leaves only.
struct Target {
    enum class Kind : std::uint8_t { leaf, all, any };

    Kind kind = Kind::leaf;
    const Formula* leaf = nullptr;
    bool wanted = true;  // the leaf holds, or fails
    std::vector<Target> parts;
};

Target target_of(const Goal& goal);

// Whether a leaf is as wanted in a discrete state. Leaves about clocks or deadlocks count as met.
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

// The locations where some processes have to be: for each of these, the numbers allowed.
using Places = std::map<ProcessIndex, std::set<std::uint32_t>>;

// The disjuncts, without what is not about locations; this never makes the goal farther. With more than `most`
// disjuncts there is a single one that requires nothing.
std::vector<Places> places_of(const Network& network, const Target& target, std::size_t most = 256);

}  // namespace crowfly
