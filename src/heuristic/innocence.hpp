// Innocent transitions (Wehrle: Transition-based directed model checking, 2011, Ch. 4) achieve no part of the goal:
// after them no conjunct holds that did not hold before. If the goal is no conjunction, they write nothing that it
// reads.
#pragma once

#include <vector>

#include "task/target.hpp"

namespace crowfly {

std::vector<bool> innocent_transitions(const Goal& goal);  // per transition of the network

}  // namespace crowfly
