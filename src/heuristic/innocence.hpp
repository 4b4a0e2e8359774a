// Transitions that bring about nothing of what is searched for: they never meet a conjunct of the goal that was not met
// before. If the goal is no conjunction, those that write nothing it reads.
#pragma once

#include <vector>

#include "task/target.hpp"

namespace crowfly {

std::vector<bool> innocent_transitions(const Goal& goal);  // per transition of the network

}  // namespace crowfly
