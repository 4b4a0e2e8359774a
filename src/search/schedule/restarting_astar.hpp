// Shorter and shorter paths by weighted A* that begins anew with less weight on the heuristic whenever it has found one
// (Richter, Thayer, Ruml: The joy of forgetting: faster anytime search via restarting, 2010). Paths that are not
// shorter than the best one so far are not followed.
//
// It is no strategy that takes turns: the schedule lets it improve what another strategy has found.
#pragma once

#include "search/schedule/strategy.hpp"

namespace crowfly {

// `heuristic`: by its name. `transitions`: of the path that is known.
Strategy restarting_astar(const std::string& heuristic, std::size_t transitions);

}  // namespace crowfly
