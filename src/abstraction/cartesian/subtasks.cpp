#include "abstraction/cartesian/subtasks.hpp"

#include <fmt/format.h>

#include "abstraction/cartesian/relaxed_reachability.hpp"
#include "base/alarm.hpp"

namespace crowfly::cartesian {
namespace {

constexpr std::size_t most_work = 200'000'000;  // until no further landmarks are looked for

bool is_goal(const FactoredSystem& system, const ValueOf& fact) {
    const Variable& variable = system.variables[fact.variable];
    return !variable.goal.empty() && variable.goal[fact.value];
}

// To leave the values that can be had before the landmark.
Subtask landmark_task(const FactoredSystem& system, const RelaxedReachability& before, const ValueOf& landmark) {
    Subtask task{.name = fmt::format("landmark {} of variable {}", landmark.value, landmark.variable),
                 .sets = {},
                 .is_outside = true};
    for (VariableIndex v = 0; v < system.variables.size(); ++v) {
        std::vector<bool>& set = task.sets.emplace_back();
        for (Value value = 0; value < system.variables[v].values; ++value) set.push_back(before.is_reached(v, value));
    }
    return task;
}

}  // namespace

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

std::vector<Subtask> landmarks(const FactoredSystem& system) {
    RelaxedReachability reachability(system);
    reachability.explore();
    std::vector<Subtask> tasks;
    if (!reachability.meets_goal()) return whole_goal(system);
    std::size_t work = 0;
    for (const ValueOf& fact : reachability.plan()) {
        poll();
        if (is_goal(system, fact)) continue;
        if ((work += reachability.work()) > most_work) break;
        reachability.explore(&fact);
        if (!reachability.meets_goal()) tasks.push_back(landmark_task(system, reachability, fact));
    }
    for (Subtask& task : goal_variables(system)) tasks.push_back(std::move(task));
    return tasks;
}

}  // namespace crowfly::cartesian
