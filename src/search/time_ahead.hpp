// How much time must pass before a goal is reached, at least: every process that the goal wants at a location has to
// get there, and on its own way some guards wait for clocks. What others do is ignored, except that they may hold a
// lock that both need (lock_times.hpp). So it is never too much.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"
#include "search/lock_times.hpp"
#include "space/active_clocks.hpp"
#include "zone/bound.hpp"

namespace crowfly {

class TimeAhead {
public:
    // `wanted`: the formula is to hold; otherwise nothing is known.
    TimeAhead(const Network& network, const Formula& goal, bool wanted);

    // The least time since the start at which the goal can be reached from a state. `watch`: the row of the clock that
    // was never set.
    template <class Bound>
    std::int64_t least_arrival(std::span<const std::int32_t> slots, const ActiveClocks& active, const Bound* zone,
                               std::size_t watch) const;

private:
    // A guard `clock >= bound`.
    struct Waiting {
        ClockIndex clock;
        std::int64_t bound;
    };
    struct Way {  // an edge
        std::vector<Waiting> guards;
        std::uint32_t target;
        std::int64_t after;  // the least time from there on
    };
    // A process that has to get to a location.
    struct Traveller {
        ProcessIndex process;
        std::uint32_t goal;
        std::vector<std::vector<Way>> ways;          // per location
        std::vector<std::vector<LockTime>> by_lock;  // per lock and location
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

    void add_goals(const Formula& goal);
    static void add_ways(const Network& network, const std::vector<bool>& zero, Traveller& traveller);
    void find_least(const Network& network, Traveller& traveller) const;
    template <class Bound>
    static std::int64_t leaving(const Way& way, const Moment<Bound>& moment);
    template <class Bound>
    std::int64_t arrival_by_lock(std::size_t lock, const Moment<Bound>& moment) const;

    std::vector<Lock> locks_;
    std::vector<Traveller> travellers_;
};

}  // namespace crowfly
