// What the steps of a trace cost, computed anew from the network.
#pragma once

#include <optional>

#include "network/network.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// Nothing: the network has no prices, or the trace is none of its runs.
std::optional<TracePrices> prices_of(const Network& network, const Trace& trace);

// The same for people: "6 + 2" for a step whose delay costs 6 and whose transition 2. `total`: the least price.
TraceCosts shown_prices(const TracePrices& prices, std::string total);

}  // namespace crowfly
