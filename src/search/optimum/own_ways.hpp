// The ways of a process to a location that a goal wants it at, as far as it can be told from the process alone: its
// edges, and the guards on them that wait for clocks. What others do can only make it take longer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "network/formula.hpp"
#include "network/terms/terms.hpp"
#include "search/optimum/lock_times.hpp"
#include "space/active_clocks.hpp"

namespace crowfly {

// A guard `clock >= bound`, of a clock that is never set to anything but 0.
struct Waiting {
    ClockIndex clock;
    std::int64_t bound;
};

// An edge.
struct OwnWay {
    std::vector<Waiting> guards;
    EdgeIndex edge;
    std::uint32_t target;
    std::int64_t wait;  // at least so long after its source was entered
};

// A process that has to get to a location.
struct Traveller {
    ProcessIndex process;
    std::uint32_t goal;
    std::vector<std::vector<OwnWay>> ways;  // per location
};

// Per clock whether it is never set to anything but 0: a guard `clock >= bound` then takes until the last time it was
// set and `bound` more.
std::vector<bool> clocks_set_to_zero(const Network& network, Terms& terms);
// Whether every edge into the location sets the clock.
bool is_set_on_entry(const Network& network, const Process& process, std::uint32_t location, ClockIndex clock);

// Those that have to get somewhere before the formula holds.
std::vector<Traveller> travellers_to(const Network& network, const Formula& goal, Terms& terms);

// The ways of a traveller, each as long as it takes times `weight` of its source.
template <class Weight>
std::vector<TimedWay> timed_ways(const Traveller& traveller, const Weight& weight) {
    std::vector<TimedWay> ways;
    for (std::uint32_t l = 0; l < traveller.ways.size(); ++l) {
        for (const OwnWay& way : traveller.ways[l]) ways.push_back({l, way.target, weight(l) * way.wait});
    }
    return ways;
}

// The row of a clock in the zones of a state. Nothing: it is not active.
std::optional<std::size_t> row_of(const ActiveClocks& active, ClockIndex clock);

}  // namespace crowfly
