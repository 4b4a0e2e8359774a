#include "abstraction/cartesian/cegar.hpp"

#include <algorithm>
#include <chrono>

#include "abstraction/cartesian/subtasks.hpp"

namespace crowfly::cartesian {
namespace {

// A transition takes about 32 bytes.
constexpr std::size_t most_transitions = 5'000'000;
constexpr std::size_t most_sample_tries = 10'000'000;

std::vector<Subtask> subtasks_of(const FactoredSystem& system, Subtasks kind) {
    if (kind == Subtasks::landmarks) return landmarks(system);
    return kind == Subtasks::one ? whole_goal(system) : goal_variables(system);
}

}  // namespace

AbstractionSet build(const FactoredSystem& system, const Options& options, const Effort& effort) {
    const auto begin = std::chrono::steady_clock::now();
    const LabelClasses labels(system);
    const std::vector<Subtask> subtasks = subtasks_of(system, options.subtasks);
    AbstractionSet set;
    for (std::size_t t = 0; t < subtasks.size(); ++t) {
        // What earlier ones have left over, later ones have.
        const std::size_t left = subtasks.size() - t;
        const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const std::size_t states = options.states - std::min(options.states, set.states());
        const Limits limits{.states = std::max<std::size_t>(states / left, 1),
                            .transitions = most_transitions / subtasks.size(),
                            .sample_tries = most_sample_tries / subtasks.size(),
                            .seconds = (options.seconds - passed) / static_cast<double>(left)};
        effort.reach({.doing = "refining", .number = t + 1, .of = subtasks.size()});
        set.parts.push_back(refine(labels, subtasks[t], limits, effort));
    }
    set.built = set.states();
    set.is_bounded = set.built >= options.states;
    return set;
}

}  // namespace crowfly::cartesian
