// Shortens a lasso. Three methods that only leave out transitions are applied in turn until none shortens it, to its
// stem and to its loop. All transitions of one process alone are left out. The transitions between two visits of one
// discrete state are left out, above all iterations of the loop that became part of the stem. Sequences of transitions
// are left out, long ones first, as of a path to a state (shorten.hpp). What is left is accepted if its loop comes back
// to the same discrete state and, after some iterations, to the same region (lasso.hpp), and if the lasso with all
// these iterations is shorter. With the greatest delays instead of the least ones, clocks exceed all constants after
// fewer iterations; they are tried, too. Who has time has shorter ways searched for between states of the stem and of
// the loop, and a shorter loop (window_search.hpp).
#pragma once

#include "search/settings/limits.hpp"
#include "trace/checker/replay.hpp"
#include "trace/runs/concretise.hpp"
#include "trace/runs/retrace.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// A lasso for the same claim with at most as many transitions, found within `limits`. `is_thorough`: with searches
// between its states.
Trace shortened_lasso(const Network& network, Trace lasso, const Destination& destination, const Claim& claim,
                      Delays delays, const Limits& limits, bool is_thorough);

}  // namespace crowfly
