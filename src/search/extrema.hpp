// The least and greatest values expressions take in the reachable states that satisfy a formula.
//
// Zones are not widened, so what they say of a clock is true of reachable states. What was not stored because something
// simulates it can only differ beyond the constant up to which the clock is observed: if the clock gets further, the
// search is repeated with a larger one.
#pragma once

#include "property/property.hpp"
#include "search/settings/extrema_options.hpp"
#include "search/settings/extrema_result.hpp"

namespace crowfly {

ExtremaResult search_extrema(const Network& network, const property::Extremum& asked, const Extrema& how,
                             const Limits& limits, Observer& observer);

}  // namespace crowfly
