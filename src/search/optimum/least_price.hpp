// Finds the least price at which a state can be reached, over priced zones: the state that may lead to the cheapest
// goal is expanded first (Larsen et al., CAV 2001; with an estimate of the price still to come, A*).
//
// `remaining` of the model is that estimate. It is believed: one that is too high makes the answer too high.
//
// Clocks are forgotten above their constants (space/priced/priced_graph.hpp). Where that is not sound the search may
// not end: a clock grows without end, and nothing costs anything. It ends where clocks are bounded, or where the price
// of going on exceeds that of a goal.
#pragma once

#include "network/formula.hpp"
#include "search/optimum/least_price_result.hpp"
#include "search/settings/limits.hpp"

namespace crowfly {

// The network has prices, and no stopwatches.
LeastPriceResult search_least_price(const Network& network, const Formula& formula, bool wanted, const Limits& limits,
                                    Observer& observer);

}  // namespace crowfly
