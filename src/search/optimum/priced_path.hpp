// The cheapest way to take given transitions: priced zones along them alone, exact ones, so that delays can be read off
// them. The search that has found the transitions forgets clocks above their constants.
#pragma once

#include <optional>
#include <vector>

#include "search/optimum/least_price_result.hpp"
#include "search/optimum/priced_goal.hpp"
#include "search/settings/path.hpp"

namespace crowfly {

// The path has the slots of every state, and the transition to each but the first. Nothing: the transitions do not lead
// to the goal, which is a bug of ours.
std::optional<LeastPrice> least_price_along(const Network& network, const Formula& formula, bool wanted,
                                            const Path& path, const std::vector<Firing>& firings);

}  // namespace crowfly
