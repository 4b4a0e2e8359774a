#include "abstraction/cartesian/subtasks.hpp"

#include <fmt/format.h>

namespace crowfly::cartesian {

std::vector<Subtask> whole_goal(const FactoredSystem& system) {
    Subtask task{.name = "goal", .sets = {}};
    for (const Variable& variable : system.variables) task.sets.push_back(variable.goal);
    return {std::move(task)};
}

std::vector<Subtask> goal_variables(const FactoredSystem& system) {
    std::vector<Subtask> tasks;
    for (VariableIndex v = 0; v < system.variables.size(); ++v) {
        if (system.variables[v].goal.empty()) continue;
        Subtask task{.name = fmt::format("goal of variable {}", v), .sets = {}};
        task.sets.resize(system.variables.size());
        task.sets[v] = system.variables[v].goal;
        tasks.push_back(std::move(task));
    }
    return tasks.empty() ? whole_goal(system) : tasks;
}

}  // namespace crowfly::cartesian
