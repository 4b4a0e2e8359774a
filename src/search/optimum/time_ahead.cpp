#include "search/optimum/time_ahead.hpp"

#include <algorithm>
#include <limits>

namespace crowfly {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::int64_t highest_rank = std::int64_t{1} << 40;  // of one process or lock, so that sums do not overflow

}  // namespace

TimeAhead::TimeAhead(const Network& network, const Formula& goal, bool wanted) {
    if (!wanted) return;
    Terms terms(network);
    travellers_ = travellers_to(network, goal, terms);
    if (travellers_.empty()) return;
    locks_ = find_locks(network, terms);
    free_.resize(locks_.size());
    leaving_.resize(travellers_.size());
    for (const Traveller& traveller : travellers_) {
        const std::vector<TimedWay> ways = timed_ways(traveller, [](std::uint32_t) { return 1; });
        Times& times = times_.emplace_back();
        times.least = least_times(ways, traveller.goal, traveller.ways.size());
        for (const Lock& lock : locks_)
            times.by_lock.push_back(lock_times(ways, traveller.goal, lock.held[traveller.process]));
        for (const std::vector<OwnWay>& from : traveller.ways) {
            times.takes.emplace_back();
            for (const OwnWay& way : from) times.takes.back().push_back(lock_taken_by(way.edge));
        }
    }
}

std::size_t TimeAhead::lock_taken_by(EdgeIndex edge) const {
    const auto found = std::ranges::find_if(locks_, [&](const Lock& lock) { return lock.taken[edge]; });
    return found == locks_.end() ? no_lock : static_cast<std::size_t>(found - locks_.begin());
}

// The least time since the start at which an edge may fire, as far as its own clocks say.
template <class Bound>
std::int64_t TimeAhead::waiting(const OwnWay& way, const Moment<Bound>& moment) {
    std::int64_t leaves = moment.now;
    for (const Waiting& guard : way.guards) {
        const std::optional<std::size_t> row = row_of(moment.active, guard.clock);
        if (!row) continue;
        const Bound apart =
            moment.zone[*row * moment.active.size() + moment.watch];  // the clock is at most so far ahead
        if (apart != zone::infinity<Bound>)
            leaves = std::max(leaves, guard.bound - std::int64_t{zone::value_of(apart)});
    }
    return leaves;
}

// Whoever holds a lock keeps it until it leaves its location, at least.
template <class Bound>
void TimeAhead::find_free(const Moment<Bound>& moment) {
    std::ranges::fill(free_, moment.now);
    for (const Traveller& who : travellers_) {
        const auto location = static_cast<std::uint32_t>(moment.slots[who.process]);
        for (std::size_t lock = 0; lock < locks_.size(); ++lock) {
            if (!locks_[lock].held[who.process][location]) continue;
            std::int64_t leaves = never;
            for (const OwnWay& way : who.ways[location]) leaves = std::min(leaves, waiting(way, moment));
            free_[lock] = std::max(free_[lock], leaves);
        }
    }
}

// An edge that takes a lock has to wait until it is free, too.
template <class Bound>
void TimeAhead::find_leaving(const Moment<Bound>& moment) {
    find_free(moment);
    for (std::size_t t = 0; t < travellers_.size(); ++t) {
        const auto location = static_cast<std::uint32_t>(moment.slots[travellers_[t].process]);
        const std::vector<OwnWay>& ways = travellers_[t].ways[location];
        leaving_[t].clear();
        for (std::size_t w = 0; w < ways.size(); ++w) {
            const std::size_t lock = times_[t].takes[location][w];
            const std::int64_t free = lock == no_lock ? moment.now : free_[lock];
            leaving_[t].push_back(std::max(waiting(ways[w], moment), free));
        }
    }
}

template <class Bound>
std::int64_t TimeAhead::own_arrival(std::size_t traveller, const Moment<Bound>& moment) const {
    const Traveller& who = travellers_[traveller];
    const auto location = static_cast<std::uint32_t>(moment.slots[who.process]);
    if (location == who.goal) return moment.now;
    const std::vector<OwnWay>& ways = who.ways[location];
    std::int64_t least = never;
    for (std::size_t w = 0; w < ways.size(); ++w)
        least = std::min(least, leaving_[traveller][w] + times_[traveller].least[ways[w].target]);
    return least;
}

// A lock is held for all that is left to do with it, by one process at a time, and each has to get on to its goal
// afterwards.
template <class Bound>
std::int64_t TimeAhead::arrival_by_lock(std::size_t lock, const Moment<Bound>& moment) {
    jobs_.clear();
    for (std::size_t t = 0; t < travellers_.size(); ++t) {
        const Traveller& who = travellers_[t];
        const auto location = static_cast<std::uint32_t>(moment.slots[who.process]);
        const std::vector<LockTime>& times = times_[t].by_lock[lock];
        if (!times[location].is_needed || location == who.goal) continue;
        const bool holds = locks_[lock].held[who.process][location];
        const std::vector<OwnWay>& ways = who.ways[location];
        OneMachineJob job{never, never, times[location].after};
        for (std::size_t w = 0; w < ways.size(); ++w) {
            const LockTime& next = times[ways[w].target];
            job.head = std::min(job.head, leaving_[t][w] + (holds ? 0 : next.before));
            job.work = std::min(job.work, next.work);
        }
        if (job.head == never) continue;
        job.head = std::max(job.head, free_[lock]);
        jobs_.push_back(job);
    }
    return jobs_.empty() ? moment.now : preemptive_makespan(jobs_);
}

template <class Bound>
Outlook TimeAhead::outlook(std::span<const std::int32_t> slots, const ActiveClocks& active, const Bound* zone,
                           std::size_t watch) {
    const Moment<Bound> moment{slots, active, zone, watch, -std::int64_t{zone::value_of(zone[watch])}};
    Outlook outlook{moment.now, 0, 0};
    const auto add = [&](std::int64_t arrival, bool ranks) {
        outlook.least = std::max(outlook.least, arrival);
        if (ranks) outlook.rank += std::min(arrival, highest_rank);
    };
    find_leaving(moment);
    for (std::size_t t = 0; t < travellers_.size(); ++t) add(own_arrival(t, moment), locks_.empty());
    for (std::size_t lock = 0; lock < locks_.size(); ++lock) add(arrival_by_lock(lock, moment), true);
    return outlook;
}

template Outlook TimeAhead::outlook(std::span<const std::int32_t>, const ActiveClocks&, const zone::Bound*,
                                    std::size_t);
template Outlook TimeAhead::outlook(std::span<const std::int32_t>, const ActiveClocks&, const zone::WideBound*,
                                    std::size_t);

}  // namespace crowfly
