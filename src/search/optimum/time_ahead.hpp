// How much time must pass before a goal is reached, at least: every process that the goal wants at a location has to
// get there (own_ways.hpp). What others do is ignored, except that they may hold a lock that both need
// (lock_times.hpp). So it is never too much.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/optimum/one_machine.hpp"
#include "search/optimum/own_ways.hpp"
#include "search/optimum/total.hpp"
#include "zone/bound.hpp"

namespace crowfly {

class TimeAhead {
public:
    // `wanted`: the formula is to hold; otherwise nothing is known.
    TimeAhead(const Network& network, const Formula& goal, bool wanted);

    // The least time since the start at which the goal can be reached from a state. Its rank is the sum of the times at
    // which all are done with each lock, so that idle locks count; without locks, of those at which each process can be
    // at its goal. (Beams ranked by both found worse schedules of job shops.) `watch`: the row of the clock that was
    // never set.
    template <class Bound>
    Outlook outlook(std::span<const std::int32_t> slots, const ActiveClocks& active, const Bound* zone,
                    std::size_t watch);

private:
    struct Times {
        std::vector<std::int64_t> least;              // per location, from when it is entered on
        std::vector<std::vector<LockTime>> by_lock;   // per lock and location
        std::vector<std::vector<std::size_t>> takes;  // per location and way: the lock that it takes, or no_lock
    };
    // What is known of a state.
    template <class Bound>
    struct Moment {
        std::span<const std::int32_t> slots;
        const ActiveClocks& active;
        const Bound* zone;
        std::size_t watch;
        std::int64_t now;
    };

    static constexpr std::size_t no_lock = static_cast<std::size_t>(-1);

    template <class Bound>
    static std::int64_t waiting(const OwnWay& way, const Moment<Bound>& moment);
    template <class Bound>
    void find_free(const Moment<Bound>& moment);
    template <class Bound>
    void find_leaving(const Moment<Bound>& moment);
    std::size_t lock_taken_by(EdgeIndex edge) const;
    template <class Bound>
    std::int64_t own_arrival(std::size_t traveller, const Moment<Bound>& moment) const;
    template <class Bound>
    std::int64_t arrival_by_lock(std::size_t lock, const Moment<Bound>& moment);

    std::vector<Lock> locks_;
    std::vector<Traveller> travellers_;
    std::vector<Times> times_;  // per traveller
    // Of the state being looked at, as times since the start.
    std::vector<std::int64_t> free_;                  // per lock: whoever holds it gives it back then, at the earliest
    std::vector<std::vector<std::int64_t>> leaving_;  // per traveller and way from its location: when it may be taken
    std::vector<OneMachineJob> jobs_;                 // per process that needs the lock being looked at
};

}  // namespace crowfly
