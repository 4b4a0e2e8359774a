// The constants that still matter for a clock at a location: a guard's constant is carried backwards along the edges of
// its process until the clock is reset (Behrmann, Bouyer, Fleury, Larsen: Static guard analysis in timed automata
// verification, TACAS 2003). A comparison with an expression counts with the largest value the expression can have.
//
// Where it matters that a guard does not hold, its negation is a comparison from the other side and counts as one: who
// stays out of a broadcast, and how long an urgent synchronisation lets time pass, depends on that; with priorities
// everything does.
//
// A clock that was set to 3 and is then asked to differ from another by 1 asks the other one for 4, so differences
// count with the largest value clocks are set to added.
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
    } else {  // a difference matters in both directions for both clocks
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

// What matters at the target matters at the source, unless the edge certainly resets the clock.
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

// A location whose bounds have grown is looked at once more, until none does.
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

// `x = y` makes the future of x the future of y. Copies are rare, so all clocks simply get the bounds of all others.
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
