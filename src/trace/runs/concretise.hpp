// Turns a symbolic path into a run with a number for every delay.
//
// A backward pass computes for each state the clock values from which the rest of the path can be taken: the goal zone,
// its predecessors under delay, the predecessors of these under the transition before, and so on. A forward pass then
// chooses each delay so that the transition fires from such values. The forward pass needs no backtracking, and each
// delay is the least (or the greatest) after which the rest of the path is possible.
//
// The zones are over the active clocks of each state. Of the zones of the backward pass only the bounds on single
// clocks are kept, which suffice to choose delays. Time and memory thus grow linearly with the number of transitions.
#pragma once

#include <optional>
#include <vector>

#include "network/network.hpp"
#include "trace/runs/retrace.hpp"
#include "trace/trace.hpp"

namespace crowfly {

enum class Delays : std::uint8_t {
    earliest,  // the least; if the least is excluded, up to the moment with the simplest fraction
    latest,    // the greatest; the least if delays are not bounded
    integer,   // the least integer
};

// `goal_zone` is one of the goal zones of the path. The trace has symbolic states if the zones of the path are over all
// clocks. Nothing: no integer delays exist; or the numerators and denominators of the delays overflow; or the share of
// time is used up.
std::optional<Trace> concretise(const Network& network, const SymbolicPath& path, const zone::WideZone& goal_zone,
                                Delays delays, TimeShare* share);

}  // namespace crowfly
