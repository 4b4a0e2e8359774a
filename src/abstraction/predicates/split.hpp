// Splits the processes of a network into parts of at most so many, greedily, so that few interactions are between parts
// (Sect. 3.3).
#pragma once

#include <vector>

#include "network/network.hpp"

namespace crowfly::predicates {

std::vector<std::vector<ProcessIndex>> split(const Network& network, std::size_t most);

}  // namespace crowfly::predicates
