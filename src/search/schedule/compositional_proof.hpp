// Proves without visiting states: processes and variables are merged two by two, and after each merge states that
// behave alike become one (abstraction/merge_and_shrink/, with weak bisimulation). Where the goal cannot be reached in
// what is left, it cannot be reached. Clocks are ignored at first; where the goal can be reached without them, they
// become variables (abstraction/clock_variables.hpp). A run-time error counts as the goal, so that none is missed.
#pragma once

#include <cstdint>
#include <span>

#include "search/schedule/strategy.hpp"

namespace crowfly {

// The bounds on the states that are kept are tried in turn, until one does not matter.
SearchResult prove_by_composition(const StrategyTask& task, std::span<const std::uint32_t> bounds, const Limits& limits,
                                  Observer& observer);

}  // namespace crowfly
