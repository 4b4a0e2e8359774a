// From a way of zones to a run with a number for every delay.
//
// Backwards, for each state the clock values are computed from which the rest of the way can be gone: the destination,
// then what waiting leads to it, then what the transition before leads to that, and so on. Forwards, the delay of each
// step is chosen so that the transition starts from such values. So no choice is ever regretted, and a delay is the
// least (or the greatest) that still lets the rest happen.
//
// Zones are over the clocks that matter in each state, and of those worked out backwards only the bounds on single
// clocks are kept: that is what a delay is chosen by. So time and memory grow with the number of transitions alone.
#pragma once

#include <optional>
#include <vector>

#include "network/network.hpp"
#include "trace/retrace.hpp"
#include "trace/trace.hpp"

namespace crowfly {

enum class Delays : std::uint8_t {
    earliest,  // the least; where that is only approached, until the simplest moment allowed
    latest,    // the greatest; the least where there is no end
    integer,   // the least whole number
};

// Nothing: with whole numbers alone the way cannot be gone; or the values become fractions too long to compute with; or
// the share of time is over, if there is one. `arrival` is one of the way's destinations. The trace has symbolic states
// if the way knows all clocks.
std::optional<Trace> concretise(const Network& network, const Way& way, const zone::WideZone& arrival, Delays delays,
                                TimeShare* share);

}  // namespace crowfly
