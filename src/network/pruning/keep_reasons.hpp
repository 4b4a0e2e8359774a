// Why a slot cannot be left out of the network, independent of which other slots are left out.
#pragma once

#include <string>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

// Per slot of the state: the reason to keep it, or "".
//
// Leaving a slot out over-approximates the network only if nothing that *forces* or forbids a step reads the slot:
// invariants, urgent transitions, priorities, guards of receivers of a broadcast. Its changes can be inserted into a
// trace only if they involve no clocks, and if no location is committed where they are needed.
std::vector<std::string> keep_reasons(const Network& network, const Formula& formula);

}  // namespace crowfly
