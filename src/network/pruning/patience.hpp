// Whether a process never stops time and never keeps moving without letting time pass, whatever the others do.
#pragma once

#include <vector>

#include "network/network.hpp"

namespace crowfly {

// Judged by what is written in the model; so a process may be patient although this says it is not. `acts`: per edge,
// whether it takes part in anything that a process like it begins. Edges that only answer the others cannot be taken
// for ever while these do nothing.
//
// - It can enter a location whenever its guards say so: clocks that an invariant bounds are reset on the way, or were
// bounded as much before.
// - When an invariant ends, and in locations where no time may pass, it can leave on its own, whatever the values of
// variables.
// - There is a clock that every cycle of edges that act resets, and waits for until it is at least 1.
bool is_patient(const Network& network, const Process& process, const std::vector<bool>& acts);

}  // namespace crowfly
