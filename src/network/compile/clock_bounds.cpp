// The constants that a clock is compared with before its next reset, per location: the constant of a guard is
// propagated backwards along the edges of its process until the clock is reset (Behrmann, Bouyer, Fleury, Larsen:
// Static guard analysis in timed automata verification, TACAS 2003). A comparison with an expression counts with the
// largest value of the expression.
//
// If it matters that a guard does not hold, its negation counts as a comparison as well: for receivers of a broadcast,
// for guards of urgent synchronisations, and for all guards in networks with priorities.
//
// A comparison of two clocks counts with the largest value that clocks are set to added: after x = 3, the constraint y
// - x <= 1 compares y with 4.
#include <algorithm>
#include <map>
#include <numeric>

#include "base/alarm.hpp"
#include "network/compile/build.hpp"

namespace crowfly::compile {
namespace {

using Bounds = std::map<ClockIndex, ClockBound>;  // of one location; few clocks each

bool raise(Bounds& bounds, ClockIndex clock, std::int64_t lower, std::int64_t upper) {
    ClockBound& bound = bounds.try_emplace(clock, ClockBound{clock}).first->second;
    const bool grows = lower > bound.lower || upper > bound.upper;
    bound.lower = std::max(bound.lower, lower);
    bound.upper = std::max(bound.upper, upper);
    return grows;
}

void add_constraint(const Network& network, Bounds& bounds, const ClockConstraint& c, bool both_sides) {
    const std::int64_t largest = std::max(c.bound.greatest, 0);
    const std::int64_t other_side = both_sides ? largest : ClockBound::none;
    if (c.right == 0) {
        raise(bounds, c.left, other_side, largest);
    } else if (c.left == 0) {
        raise(bounds, c.right, largest, other_side);
    } else {  // a difference counts in both directions for both clocks
        const std::int64_t size = c.bound.magnitude() + network.largest_clock_value;
        raise(bounds, c.left, size, size);
        raise(bounds, c.right, size, size);
    }
}

void add_constraints(const Network& network, Run run, bool both_sides, Bounds& bounds) {
    for (const std::uint32_t c : run) add_constraint(network, bounds, network.constraints[c], both_sides);
}

bool matters_where_it_fails(const Network& network, const Edge& edge) {
    if (network.features.priorities) return true;
    if (edge.sync == Sync::none) return false;
    for (ChannelIndex c = edge.channel; c < edge.channel + edge.channels; ++c) {
        const Channel& channel = network.channels[c];
        if (channel.urgent || (channel.broadcast && edge.sync == Sync::receive)) return true;
    }
    return false;
}

// The bounds at the target are bounds at the source, unless the edge certainly resets the clock.
bool carry_back(const Edge& edge, const Bounds& target, Bounds& source) {
    bool grown = false;
    for (const auto& [clock, bound] : target) {
        if (!edge.footprint.clock_resets.contains(clock)) grown |= raise(source, clock, bound.lower, bound.upper);
    }
    return grown;
}

// The edges of a process by the location they lead to.
std::vector<std::vector<EdgeIndex>> edges_by_target(const Network& network, const Process& process) {
    std::vector<std::vector<EdgeIndex>> into(process.locations.count);
    for (const std::uint32_t e : process.edges) into[network.edges[e].target].push_back(e);
    return into;
}

// Fixpoint iteration: a location whose bounds have grown is processed once more.
void carry_all_back(const Network& network, const Process& process, std::vector<Bounds>& bounds) {
    const auto into = edges_by_target(network, process);
    std::vector<bool> is_waiting(bounds.size(), true);
    std::vector<std::uint32_t> waiting(bounds.size());
    std::iota(waiting.begin(), waiting.end(), 0U);
    while (!waiting.empty()) {
        poll();
        const std::uint32_t target = waiting.back();
        waiting.pop_back();
        is_waiting[target] = false;
        for (const EdgeIndex e : into[target]) {
            const std::uint32_t source = network.edges[e].source;
            if (source == target || !carry_back(network.edges[e], bounds[target], bounds[source]) || is_waiting[source])
                continue;
            is_waiting[source] = true;
            waiting.push_back(source);
        }
    }
}

void analyse_process(Network& network, const Process& process) {
    std::vector<Bounds> bounds(process.locations.count);
    for (std::uint32_t l = 0; l < process.locations.count; ++l) {
        const Invariant& invariant = network.locations[process.locations.first + l].invariant;
        add_constraints(network, invariant.constraints, network.features.priorities, bounds[l]);
    }
    for (const std::uint32_t e : process.edges) {
        const Edge& edge = network.edges[e];
        add_constraints(network, edge.constraints, matters_where_it_fails(network, edge), bounds[edge.source]);
    }
    carry_all_back(network, process, bounds);
    for (const Bounds& at_location : bounds) {
        auto& result = network.clock_bounds.emplace_back();
        for (const auto& [clock, bound] : at_location) result.push_back(bound);
    }
}

// After `x = y` the bounds of x are bounds of y. Copies are rare, so that all clocks simply get the bounds of all
// others.
void spread_over_copies(Network& network) {
    ClockBound all;
    for (const auto& at_location : network.clock_bounds) {
        for (const ClockBound& bound : at_location) {
            all.lower = std::max(all.lower, bound.lower);
            all.upper = std::max(all.upper, bound.upper);
        }
    }
    for (auto& at_location : network.clock_bounds) {
        at_location.clear();
        for (ClockIndex clock = 1; clock < network.clocks.size(); ++clock)
            at_location.push_back({clock, all.lower, all.upper});
    }
}

}  // namespace

void compute_clock_bounds(Network& network) {
    for (const Process& process : network.processes) analyse_process(network, process);
    if (network.features.clock_copies) spread_over_copies(network);
}

}  // namespace crowfly::compile
