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
// Per landmark, a value that every path to the goal goes through, to reach it for the first time; then those of the
// goal. A state with a value that can only be had after the landmark counts as one where it was reached. In all others
// the landmark is ahead: if there was a path to the goal without it, the initial state would have a relaxed one.
std::vector<Subtask> landmarks(const FactoredSystem& system);

}  // namespace crowfly::cartesian
