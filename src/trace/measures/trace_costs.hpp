// What a trace costs, counted along its states and transitions and not along those of a search.
#pragma once

#include <optional>

#include "search/costs/step_costs.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// Nothing: the costs cannot be computed.
std::optional<TraceCosts> costs_of(const Network& network, const Costs& costs, const Trace& trace);

}  // namespace crowfly
