// The goal divided into subtasks, each of which gets an abstraction of its own (Seipp, Helmert: Diverse and additive
// Cartesian abstraction refinement, ICAPS 2014).
#pragma once

#include <vector>

#include "abstraction/cartesian/refinement.hpp"

namespace crowfly::cartesian {

// The goal as one task.
std::vector<Subtask> whole_goal(const FactoredSystem& system);
// Per variable that the goal restricts, to reach a value that it allows.
std::vector<Subtask> goal_variables(const FactoredSystem& system);

}  // namespace crowfly::cartesian
