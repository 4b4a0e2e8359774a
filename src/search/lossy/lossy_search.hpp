// Breadth first and depth first search of a network without clocks where visited states are not stored, but a few bits
// of each. With space/stores/lossy_states.hpp states may be left out, so such a search never proves that there is none;
// with space/stores/quotient_states.hpp none is. What is found has a path of states that follow one another.
#pragma once

#include "network/formula.hpp"
#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"

namespace crowfly {

// `options.store` says what is kept, `options.search` is bfs, dfs or rdfs.
SearchResult search_lossily(const Network& network, const Formula& formula, const SearchOptions& options,
                            const Limits& limits, Observer& observer);

}  // namespace crowfly
