// A walk through one version of a model, taken again in another one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "network/network.hpp"
#include "serve/simulation.hpp"

namespace crowfly {

struct CarriedWalk {
    std::vector<Pick> picks;  // the longest prefix that the other version allows
    std::size_t kept = 0;     // its steps
    std::size_t steps = 0;    // of the whole walk
    std::string why;          // the step after the prefix is not possible; empty: all steps are taken
};

// Transitions are compared by the names of their processes, locations, channels and chosen values, and by their delays:
// their numbers change with the order of the declarations.
CarriedWalk carry_over(const Network& from, const std::vector<Pick>& walk, const Network& to);

}  // namespace crowfly
