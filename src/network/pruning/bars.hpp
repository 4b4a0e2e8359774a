// What keeps a slot in the network, whatever else is left out.
#pragma once

#include <string>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

// Per slot of the state: why it has to stay, or "".
//
// Leaving a slot out makes more possible, never less, only if nothing that *must* happen reads it: invariants, urgent
// and prioritised transitions, those who have to receive a broadcast. And its changes can be put in anywhere only if
// they take no time, and where the change would be needed no location is committed, which would not let them happen.
std::vector<std::string> bars(const Network& network, const Formula& formula);

}  // namespace crowfly
