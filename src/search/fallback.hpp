// Fallback strategies, tried where a search has been going on for long. Each is tried once in its time, for a bounded
// number of states, while the search waits.
//
// *Hulls*: a single zone per discrete state, the hull of all that reach it. Hulls hold states that cannot be reached,
// but if the formula does not hold in any of them that is an answer, and they are few where the zones of a discrete
// state are many. *Depth first*: for states that lie deep.
#pragma once

#include "network/formula.hpp"
#include "search/search_task.hpp"

namespace crowfly {

// For a search with these options. Network and formula have to stay.
Fallback fallback_of(const Network& network, const Formula& formula, const SearchOptions& options);

}  // namespace crowfly
