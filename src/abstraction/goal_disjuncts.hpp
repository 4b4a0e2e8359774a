// The goal of a task in disjunctive normal form over the values of its variables.
#pragma once

#include <map>
#include <vector>

#include "task/task.hpp"

namespace crowfly {

// Per slot that it mentions, which of its values are allowed: all of these conditions hold together.
using Disjunct = std::map<std::uint32_t, std::vector<bool>>;

// Leaves about clocks and deadlocks count as met. With more than `most` disjuncts a part of the goal counts as met.
// None: no values meet the goal.
std::vector<Disjunct> disjuncts_of(const Task& task, std::size_t most = 256);

}  // namespace crowfly
