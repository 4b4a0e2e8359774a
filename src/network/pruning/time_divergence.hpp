// Whether a process never blocks time: it has no timelock of its own, and no cycle that it can take infinitely often in
// finite time (it is strongly non-Zeno; Tripakis: Verifying progress in timed systems, 1999).
#pragma once

#include <vector>

#include "network/network.hpp"

namespace crowfly {

// The test is syntactic and sufficient, not necessary. `acts`: per edge, whether it takes part in a transition that is
// initiated by a bystander. The other edges receive from processes that are kept, and cannot be taken for ever without
// them. The conditions:
//
// - Every edge can be taken whenever its guard holds: it resets the clocks bounded by the invariant of its target, or
//   the invariant of its source bounds them as much.
// - When time reaches the bound of an invariant, and in urgent and committed locations, some edge that needs no partner
//   is enabled, for all values of variables.
// - There is a clock such that every cycle of edges that act resets it and requires it to be at least 1.
bool lets_time_diverge(const Network& network, const Process& process, const std::vector<bool>& acts);

}  // namespace crowfly
