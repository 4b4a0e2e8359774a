// Shortens a lasso. Sequences of transitions are left out of its stem and of its loop, long ones first, as of a path to
// a state (shorten.hpp). What is left is accepted if its loop comes back to the same discrete state and, after some
// iterations, to the same region (lasso.hpp), and if the lasso with all these iterations is shorter.
#pragma once

#include "search/limits.hpp"
#include "trace/replay.hpp"
#include "trace/retrace.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// A lasso for the same claim with at most as many transitions, found within `limits`.
Trace shortened_lasso(const Network& network, Trace lasso, const Destination& destination, const Claim& claim,
                      Delays delays, const Limits& limits);

}  // namespace crowfly
