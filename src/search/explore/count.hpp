// How many states a network has: all are visited, whatever could be asked about them.
#pragma once

#include <cstddef>
#include <optional>

#include "network/network.hpp"
#include "search/settings/search_outcome.hpp"
#include "zone/abstraction.hpp"

namespace crowfly {

struct StateCount : SearchOutcome {
    std::optional<Abstraction> abstraction = {};  // by which zones were compared; none: there are no clocks
    std::size_t discrete_states = 0;
    std::size_t transitions = 0;  // successors of the states that were expanded
};

// Breadth first. All variables tell states apart; zones are compared by the coarsest abstraction that keeps which
// discrete states can be reached.
StateCount count_states(const Network& network, const Limits& limits, Observer& observer);

}  // namespace crowfly
