// Is there a maximal run along which a formula holds all the time? A run is maximal if it never ends: it takes
// transitions for ever (in no time at all, if it likes), or time passes for ever where it is, or nothing can happen any
// more, not even after a delay. Runs that take transitions for ever show as cycles of the zone graph; zones are
// compared by equality for that, because a zone inside another one on the way does not make a cycle. Where that takes
// long a proof is tried that there is no such run, see outline.hpp.
#pragma once

#include "network/network.hpp"
#include "search/settings/liveness_options.hpp"
#include "search/settings/liveness_result.hpp"

namespace crowfly {

LivenessResult search_run(const Network& network, const Liveness& how, const Limits& limits, Observer& observer);

}  // namespace crowfly
