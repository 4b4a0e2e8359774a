// From layers of states to a path through them.
#pragma once

#include <vector>

#include "search/settings/path.hpp"
#include "symbolic/systems/network_system.hpp"

namespace crowfly::symbolic {

struct FoundPath {
    Path states;
    std::vector<Firing> firings;  // along it; empty: they are to be found explicitly
    Bdd last;                     // where it ends, with the clocks
};

// Layer i+1 is among the successors of layer i. `last`: a set of states of the last layer, one of which is reached.
FoundPath path_through(NetworkSystem& network, const std::vector<Bdd>& layers, const Bdd& last);

}  // namespace crowfly::symbolic
