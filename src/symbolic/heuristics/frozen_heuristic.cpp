#include "symbolic/heuristics/frozen_heuristic.hpp"

#include <algorithm>

#include "base/files/parts.hpp"
#include "task/task_cache.hpp"

namespace crowfly::symbolic {

std::unique_ptr<Heuristic> FrozenHeuristic::make(const Goal& goal, const HeuristicSpec& spec, Compute compute) {
    const std::string name = table_name(goal, spec);
    auto estimates = goal.tasks->find_tables<Estimates>(name);
    if (estimates == nullptr) {
        estimates = std::make_shared<const Estimates>(compute(goal, spec));
        goal.tasks->offer_tables(name, estimates, bytes_of(estimates->diagram));
    }
    auto made = std::make_unique<FrozenHeuristic>(std::move(estimates));
    goal.effort.tell(made->bytes());
    return made;
}

SystemOptions limited_options(const Goal& goal, std::size_t nodes) {
    SystemOptions options;
    options.precision = Precision::relaxed;
    options.limits.nodes = nodes;
    const bool is_limited = goal.effort.bytes != std::numeric_limits<std::size_t>::max();
    options.limits.bytes = is_limited ? std::max<std::size_t>(goal.effort.bytes / 2, 1) : 0;
    options.check = [&goal] {
        if (goal.effort.is_used_up(0)) throw LimitReached(build_limit_reason);
    };
    return options;
}

std::size_t number_of(const HeuristicSpec& spec, const std::string& option) {
    const std::string text = option_of(spec, option);
    return text.empty() ? 0 : std::stoull(text);
}

}  // namespace crowfly::symbolic
