// Networks in which it is never worse to be earlier: processes that use locks, and nothing else of one another, as the
// jobs of a job shop do. Of two states with the same locations one is at least as good if no more time has passed, and
// no clock was set later: it can do whatever the other can, at the same times, except that it may have to leave
// locations with invariants earlier. It waits for the other where there are none.
//
// This holds if
// - processes share locks alone, and guards test whether these are free, so that giving one back early hinders nobody;
// - clocks belong to one process each, and are set to 0;
// - out of a location without an invariant, guards have lower bounds alone;
// - a location with an invariant has one clock, which is set on entry, and nothing else keeps a process from leaving
// it;
// - the goal wants every process at a location without an invariant.
// Bounds are constants and not strict, so that the earliest times of a zone are attained, all at once: its constraints
// are differences of times, and the least solutions of such constraints are solutions.
#pragma once

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

// `wanted`: the formula is to hold.
bool is_never_worse_earlier(const Network& network, const Formula& goal, bool wanted);

}  // namespace crowfly
