#include "abstraction/cost_partitioning/sample_states.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_tries = 20'000'000;  // of labels

std::vector<Value> initial_state(const FactoredSystem& system) {
    std::vector<Value> state;
    for (const Variable& variable : system.variables) state.push_back(variable.initial.front());
    return state;
}

bool is_applicable(const FactoredSystem& system, const Label& label, const std::vector<Value>& state) {
    return std::ranges::all_of(system.moves_of(label), [&](const VariableMove& move) {
        return std::ranges::any_of(system.rules_of(move),
                                   [&](const Rule& rule) { return rule.applies_to(state[move.variable]); });
    });
}

void apply(const FactoredSystem& system, const Label& label, std::vector<Value>& state, Rng& rng) {
    for (const VariableMove& move : system.moves_of(label)) {
        std::vector<Value> results;
        for (const Rule& rule : system.rules_of(move)) {
            if (rule.applies_to(state[move.variable])) results.push_back(rule.result(state[move.variable]));
        }
        state[move.variable] = results[rng.below(results.size())];
    }
}

// False: nothing can be done there.
bool step(const FactoredSystem& system, std::vector<Value>& state, Rng& rng) {
    const Label* chosen = nullptr;
    std::uint64_t applicable = 0;
    for (const Label& label : system.labels) {
        if (label.cost == 0 || !is_applicable(system, label, state)) continue;
        if (rng.below(++applicable) == 0) chosen = &label;
    }
    if (chosen != nullptr) apply(system, *chosen, state, rng);
    return chosen != nullptr;
}

}  // namespace

std::vector<std::vector<Value>> sample_states(const FactoredSystem& system, std::size_t samples, std::size_t longest,
                                              Rng& rng) {
    std::vector<std::vector<Value>> found{initial_state(system)};
    std::size_t tries = 0;
    while (found.size() < samples && tries < most_tries) {
        std::vector<Value> state = found.front();
        for (std::size_t left = rng.below(longest + 1); left > 0; --left) {
            poll();
            tries += system.labels.size() + 1;
            if (!step(system, state, rng)) break;
        }
        ++tries;
        found.push_back(std::move(state));
    }
    return found;
}

}  // namespace crowfly
