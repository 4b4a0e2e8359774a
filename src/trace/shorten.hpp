// Shortens a path to a state. Paths found by depth-first or greedy search contain many transitions that are not needed.
//
// Three methods are applied in turn until none shortens the path. Loops between two visits of one discrete state are
// left out. Sequences of transitions are left out, long ones first (Zeller, Hildebrandt: Simplifying and isolating
// failure-inducing input, 2002). A small breadth-first search from each state of the path looks for a shorter path to a
// later one. A shorter path is accepted if it can be retraced with exact zones.
#pragma once

#include <optional>

#include "search/limits.hpp"
#include "trace/retrace.hpp"

namespace crowfly {

// A path from the same initial state to the same destination, with at most as many transitions, found within `limits`;
// what counts as explored are transitions that are retraced and states that are expanded.
SymbolicPath shortened(const Network& network, SymbolicPath path, const Destination& destination, const Limits& limits);

}  // namespace crowfly
