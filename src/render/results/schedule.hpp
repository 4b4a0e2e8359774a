// What the strategies of the default search did, as a timeline.
#pragma once

#include <string>
#include <vector>

#include "render/json.hpp"
#include "search/settings/strategy_run.hpp"

namespace crowfly {

// One line per strategy: a bar that shows when it ran, if there are several, and what came of it.
// "|  #####   ++##| searched hulls: 1 204 states in 3 turns, 0.020 s: not sure"
std::vector<std::string> schedule_lines(const std::vector<StrategyRun>& schedule);

// "improved from 70 to 47 transitions, with 2 585 more states"
std::string improvement_line(const PathImprovement& improvement);

// `#`: most of the effort in that part of the search was its own; `+`: a part of it; `-`: little.
std::string schedule_bar(const StrategyRun& run, std::uint64_t effort_of_all, std::size_t columns);

Json schedule_json(const std::vector<StrategyRun>& schedule);

}  // namespace crowfly
