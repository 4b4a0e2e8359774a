// Makes a way to a state shorter. What a depth-first or greedy search finds wanders about; most of its transitions are
// not needed.
//
// Three things are tried until nothing helps any more. Pieces are left out, large ones first (Zeller, Hildebrandt:
// Simplifying and isolating failure-inducing input, 2002). Then a small breadth-first search is started from each state
// on the way: it may arrive at a later one with fewer transitions. Whether what is left is still a way is always judged
// by going it with exact zones.
#pragma once

#include <optional>

#include "search/limits.hpp"
#include "trace/retrace.hpp"

namespace crowfly {

// The way from the same start to the same destination, with at most as many transitions. It takes as long as `limits`
// allow.
Way shortened(const Network& network, Way way, const Destination& destination, const Limits& limits);

}  // namespace crowfly
