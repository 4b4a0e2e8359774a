// A search at random that begins anew whenever it has expanded a number of states, each time with another seed. The
// numbers follow the sequence of Luby, Sinclair and Zuckerman (Optimal speedup of Las Vegas algorithms, 1993): 1, 1, 2,
// 1, 1, 2, 4 … times as many as the first run has. It ends, as the runs get longer and longer.
#pragma once

#include "network/formula.hpp"
#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"

namespace crowfly {

std::size_t luby(std::size_t i);  // the i-th number of the sequence, from 1

// `options.restart` says how many states the first run has.
SearchResult search_with_restarts(const Network& network, const Formula& formula, SearchOptions options,
                                  const Limits& limits, Observer& observer);

}  // namespace crowfly
