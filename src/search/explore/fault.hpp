// The nearest run-time error of a network: breadth first, up to the first state that cannot be expanded.
#pragma once

#include "network/network.hpp"
#include "search/settings/path.hpp"
#include "search/settings/search_outcome.hpp"

namespace crowfly {

struct FaultFound : SearchOutcome {
    Path path = {};  // to that state; empty: no run-time error was found. `stop` says which one it is
};

// All variables tell states apart, and zones keep which discrete states can be reached.
FaultFound find_fault(const Network& network, const Limits& limits, Observer& observer);

}  // namespace crowfly
