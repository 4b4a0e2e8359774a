// How far is it to the goal? A heuristic is built once per query and then asked for every discrete state a search
// meets. It answers with an estimated number of transitions, or that the goal cannot be reached from there.
//
// What an answer may be relied on for is declared beside each heuristic (registry.hpp) and held against exhaustively
// solved networks by tests/property/test_heuristics.cpp:
//   admissible  never more than the true distance: A* then finds a shortest trace
//   consistent  drops by at most 1 per transition: A* then never has to look at a state twice
//   safe        `dead_end` is a proof that no goal is ahead: such states can be left out
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

using Estimate = std::uint32_t;
constexpr Estimate dead_end = std::numeric_limits<Estimate>::max();

constexpr Estimate farthest = dead_end / 2;  // of what is none

// The sum of two estimates; nothing is further than a dead end.
constexpr Estimate plus(Estimate a, Estimate b) {
    return a == dead_end || b == dead_end ? dead_end : a > farthest - b ? farthest : a + b;
}

// The least value that each clock can have, by number; those that are missing, or do not matter, have 0.
using ClockFloor = std::span<const std::int32_t>;

// One of the transitions that an estimate counts, by the edges that fire together. Steps of the same round are side by
// side.
struct AbstractStep {
    std::uint32_t round = 0;  // counted from 1
    std::vector<EdgeIndex> edges;
};

// Edges left out of the network, to see whether an estimate needs them. Heuristics may keep what they know of such a
// network under its number.
struct RemovedEdges {
    std::uint32_t number = 0;
    std::vector<EdgeIndex> edges;  // ascending
    std::vector<bool> without;     // per edge of the network
};

class Heuristic {
public:
    Heuristic() = default;
    Heuristic(const Heuristic&) = delete;
    Heuristic& operator=(const Heuristic&) = delete;
    virtual ~Heuristic() = default;

    virtual Estimate estimate(std::span<const std::int32_t> slots) = 0;

    // Whether it makes a difference which values clocks can have. If so, more possible values never make an estimate
    // larger.
    virtual bool reads_clocks() const { return false; }
    virtual Estimate estimate(std::span<const std::int32_t> slots, ClockFloor /*floor*/) { return estimate(slots); }

    // Why it cannot be asked what it would say without some edges, or "". Only otherwise may the next two be called.
    virtual std::string_view why_not_without_edges() const {
        return "it looks its estimates up in tables made beforehand";
    }
    virtual Estimate estimate_without(std::span<const std::int32_t> slots, ClockFloor floor,
                                      const RemovedEdges& /*removed*/) {
        return estimate(slots, floor);
    }
    // Some edges: as long as they are there the estimate stays what it is. Those listed come on top of what is in
    // `edges`. False: it cannot tell.
    virtual bool find_support(std::span<const std::int32_t> /*slots*/, ClockFloor /*floor*/,
                              std::vector<EdgeIndex>& /*edges*/) {
        return false;
    }

    // How much memory it holds, roughly.
    virtual std::size_t bytes() const { return 0; }

    // What the goal would take, as the heuristic sees it. Nothing: it does not think in transitions, or sees no way.
    virtual std::vector<AbstractStep> explain(std::span<const std::int32_t> /*slots*/) { return {}; }
};

// Whoever waits while a heuristic is built, and is told now and then how much memory that holds by now. Throws
// BuildingEnded to wait no longer.
class BuildWatch {
public:
    virtual ~BuildWatch() = default;
    virtual void built(std::size_t bytes) = 0;
};
struct BuildingEnded {};

// What may go into building a heuristic.
struct Effort {
    static constexpr std::size_t hasty = 3'000'000;  // reads, where nobody asked for the heuristic

    std::size_t reads = 30'000'000;  // of variables, to get to know the network: about a second
    BuildWatch* watch = nullptr;     // null: nobody waits

    void tell(std::size_t bytes) const {
        if (watch != nullptr) watch->built(bytes);
    }
};

// What a search looks for: a state where a formula holds, or fails.
struct Goal {
    const Network& network;
    const Formula& formula;
    bool wanted = true;
    Effort effort = {};
};

}  // namespace crowfly
