// Shortens a path to a state. Paths found by depth-first or greedy search contain many transitions that are not needed.
//
// Three methods that only leave out transitions are applied in turn until none shortens the path: those between two
// visits of one discrete state; sequences, long ones first (Zeller, Hildebrandt: Simplifying and isolating
// failure-inducing input, 2002); and one together with those that cannot fire without it. Then more and more states
// around the path are looked at for a shorter one (neighbourhood.hpp), and what is found is shortened in turn. Who has
// time has shorter ways searched for between its states (window_search.hpp).
//
// Whether a shorter path exists is decided with exact zones (editable_path.hpp), and the last one is retraced.
#pragma once

#include <cstdint>

#include "search/settings/limits.hpp"
#include "trace/runs/retrace.hpp"

namespace crowfly {

// A path from the same initial state to the same destination, with at most as many transitions. The destination is a
// formula about the last state. `effort`: how much may be spent, in the unit of search/settings/pacer.hpp.
// `is_thorough`: with searches between states of the path.
SymbolicPath shortened(const Network& network, SymbolicPath path, const Destination& destination, const Limits& limits,
                       std::uint64_t effort, bool is_thorough = false);

}  // namespace crowfly
