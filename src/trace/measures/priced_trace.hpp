// From the cheapest path of priced zones to a run with its delays.
//
// The search has noted at which bounds the clocks are where that is cheapest. With these as further conditions the
// symbolic path has only runs of the least price left, and any delays along it will do (concretise.hpp). If the price
// is an infimum that is not attained, strict bounds exclude all of them: then the delays lie between those of such a
// run, strict bounds ignored, and those of some run that obeys them, near enough to the former to cost at most one unit
// more.
#pragma once

#include <optional>

#include "search/optimum/least_price_result.hpp"
#include "trace/runs/concretise.hpp"

namespace crowfly {

// With prices, as the search computed them. Nothing: as for concretise().
std::optional<Trace> priced_trace(const Network& network, const LeastPrice& found, Delays delays, TimeShare* share);

}  // namespace crowfly
