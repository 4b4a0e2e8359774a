// The goal of a task in disjunctive normal form over the values of its variables.
#pragma once

#include <map>
#include <vector>

#include "task/task.hpp"

namespace crowfly {

class ClockVariables;  // clock_variables.hpp

// Per variable that it mentions, which of its values are allowed: all of these conditions hold together.
using Disjunct = std::map<std::uint32_t, std::vector<bool>>;

// Leaves about deadlocks count as met, and so do those about clocks that are no variables (`clocks`, or null). With
// more than `most` disjuncts a part of the goal counts as met. None: no values meet the goal.
std::vector<Disjunct> disjuncts_of(const Task& task, const ClockVariables* clocks = nullptr, std::size_t most = 256);

}  // namespace crowfly
