#include "search/time_ahead.hpp"

#include <algorithm>
#include <limits>

#include "network/terms.hpp"

namespace crowfly {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() / 4;

// Clocks that are never set to anything but 0: a guard `clock >= bound` then takes until the last time it was set and
// `bound` more.
std::vector<bool> clocks_set_to_zero(const Network& network, Terms& terms) {
    std::vector<bool> zero(network.clocks.size(), true);
    for (const Edge& edge : network.edges) {
        if (edge.footprint.clock_writes.empty()) continue;
        const Effect effect = terms.update(edge);
        for (const Effect::ClockAssignment& assignment : effect.clocks) {
            if (assignment.source != 0 || terms.graph().value(assignment.value) != 0) zero[assignment.clock] = false;
        }
        for (ClockIndex c = 1; effect.call && c < network.clocks.size(); ++c) {
            if (edge.footprint.clock_writes.contains(c)) zero[c] = false;
        }
    }
    return zero;
}

// Whether every edge into the location sets the clock.
bool is_set_on_entry(const Network& network, const Process& process, std::uint32_t location, ClockIndex clock) {
    return std::ranges::all_of(process.edges.of(network.edges), [&](const Edge& edge) {
        return edge.target != location || edge.footprint.clock_resets.contains(clock);
    });
}

}  // namespace

TimeAhead::TimeAhead(const Network& network, const Formula& goal, bool wanted) {
    if (!wanted || network.features.stopwatches || network.features.clock_copies) return;
    add_goals(goal);
    if (travellers_.empty()) return;
    Terms terms(network);
    const std::vector<bool> zero = clocks_set_to_zero(network, terms);
    locks_ = find_locks(network, terms);
    for (Traveller& traveller : travellers_) {
        add_ways(network, zero, traveller);
        find_least(network, traveller);
    }
}

void TimeAhead::add_goals(const Formula& goal) {
    if (goal.kind == Formula::Kind::location) travellers_.push_back({goal.process, goal.number, {}, {}});
    if (goal.kind != Formula::Kind::conjunction) return;
    for (const Formula& part : goal.operands) add_goals(part);
}

void TimeAhead::add_ways(const Network& network, const std::vector<bool>& zero, Traveller& traveller) {
    const Process& process = network.processes[traveller.process];
    traveller.ways.resize(process.locations.count);
    for (const Edge& edge : process.edges.of(network.edges)) {
        Way way{{}, edge.target, 0};
        for (const std::uint32_t c : edge.constraints) {
            const ClockConstraint& guard = network.constraints[c];
            const bool is_wait = guard.left == 0 && guard.negated && !guard.condition && guard.bound.is_constant();
            if (is_wait && zero[guard.right]) way.guards.push_back({guard.right, guard.bound.least});
        }
        traveller.ways[edge.source].push_back(std::move(way));
    }
}

// From when a location is entered on, for all locations: a guard on a clock that was set on entry makes a wait.
void TimeAhead::find_least(const Network& network, Traveller& traveller) const {
    const Process& process = network.processes[traveller.process];
    std::vector<TimedWay> ways;
    for (std::uint32_t l = 0; l < traveller.ways.size(); ++l) {
        for (const Way& way : traveller.ways[l]) {
            std::int64_t wait = 0;
            for (const Waiting& guard : way.guards) {
                if (is_set_on_entry(network, process, l, guard.clock)) wait = std::max(wait, guard.bound);
            }
            ways.push_back({l, way.target, wait});
        }
    }
    const std::vector<std::int64_t> least = least_times(ways, traveller.goal, traveller.ways.size());
    for (std::vector<Way>& from : traveller.ways) {
        for (Way& way : from) way.after = least[way.target];
    }
    for (const Lock& lock : locks_)
        traveller.by_lock.push_back(lock_times(ways, traveller.goal, lock.held[traveller.process]));
}

// The least time since the start at which an edge may fire, as far as its own clocks say.
template <class Bound>
std::int64_t TimeAhead::leaving(const Way& way, const Moment<Bound>& moment) {
    std::int64_t leaves = moment.now;
    const std::vector<ClockIndex>& clocks = moment.active.clocks;
    for (const Waiting& guard : way.guards) {
        const auto found = std::lower_bound(clocks.begin(), clocks.end(), guard.clock);
        if (found == clocks.end() || *found != guard.clock) continue;
        const auto row = static_cast<std::size_t>(found - clocks.begin());
        const Bound apart = moment.zone[row * clocks.size() + moment.watch];  // the clock is at most so far ahead
        if (apart != zone::infinity<Bound>)
            leaves = std::max(leaves, guard.bound - std::int64_t{zone::value_of(apart)});
    }
    return leaves;
}

// Whoever holds the lock has to give it back first. Then it is held for all that is left to do with it, and whoever
// holds it last has to get on to its goal.
template <class Bound>
std::int64_t TimeAhead::arrival_by_lock(std::size_t lock, const Moment<Bound>& moment) const {
    std::int64_t begin = never, work = 0, after = never;
    bool is_held = false;
    for (const Traveller& traveller : travellers_) {
        const auto location = static_cast<std::uint32_t>(moment.slots[traveller.process]);
        const std::vector<LockTime>& times = traveller.by_lock[lock];
        if (!times[location].is_needed || location == traveller.goal) continue;
        const bool holds = locks_[lock].held[traveller.process][location];
        std::int64_t own_begin = never, own_work = never;
        for (const Way& way : traveller.ways[location]) {
            own_begin = std::min(own_begin, leaving(way, moment) + (holds ? 0 : times[way.target].before));
            own_work = std::min(own_work, times[way.target].work);
        }
        if (own_begin == never) continue;
        if (holds || !is_held) begin = holds ? own_begin : std::min(begin, own_begin);
        is_held = is_held || holds;
        work += own_work;
        after = std::min(after, times[location].after);
    }
    return begin == never ? moment.now : begin + work + after;
}

template <class Bound>
std::int64_t TimeAhead::least_arrival(std::span<const std::int32_t> slots, const ActiveClocks& active,
                                      const Bound* zone, std::size_t watch) const {
    const Moment<Bound> moment{slots, active, zone, watch, -std::int64_t{zone::value_of(zone[watch])}};
    std::int64_t arrival = moment.now;
    for (const Traveller& traveller : travellers_) {
        const auto location = static_cast<std::uint32_t>(slots[traveller.process]);
        if (location == traveller.goal) continue;
        std::int64_t least = never;
        for (const Way& way : traveller.ways[location]) least = std::min(least, leaving(way, moment) + way.after);
        arrival = std::max(arrival, least);
    }
    for (std::size_t lock = 0; lock < locks_.size(); ++lock) arrival = std::max(arrival, arrival_by_lock(lock, moment));
    return arrival;
}

template std::int64_t TimeAhead::least_arrival(std::span<const std::int32_t>, const ActiveClocks&, const zone::Bound*,
                                               std::size_t) const;
template std::int64_t TimeAhead::least_arrival(std::span<const std::int32_t>, const ActiveClocks&,
                                               const zone::WideBound*, std::size_t) const;

}  // namespace crowfly
