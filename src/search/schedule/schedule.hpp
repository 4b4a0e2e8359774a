// The default search for a state: several strategies take turns, each with states of its own, until one of them is
// sure. Breadth first search and hulls can prove that there is no such state; searches with a heuristic and at random
// are there to find one soon. A turn gets longer the longer its strategy has run, and in the long run each strategy has
// its share of the effort, so that none keeps the others from answering.
//
// A path that was not found by a strategy which is after short ones is improved: such a strategy, if it has begun, goes
// on for a tenth of the effort of all, or for as long as nobody notices.
//
// Turns are measured in effort that is counted, not timed (search/settings/pacer.hpp): with one worker the same
// question has the same turns, trace and numbers on every machine.
#pragma once

#include "search/schedule/strategy.hpp"

namespace crowfly {

SearchResult search_by_schedule(const StrategyTask& task, std::size_t workers, const Limits& limits,
                                Observer& observer);

}  // namespace crowfly
