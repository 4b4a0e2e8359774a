#include "abstraction/sample_states.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

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

}  // namespace

std::vector<Value> SampleStates::initial() const {
    std::vector<Value> state;
    for (const Variable& variable : system_.variables) state.push_back(variable.initial.front());
    return state;
}

// False: nothing can be done there.
bool SampleStates::step(std::vector<Value>& state) {
    const Label* chosen = nullptr;
    std::uint64_t applicable = 0;
    for (const Label& label : system_.labels) {
        if (label.cost == 0 || !is_applicable(system_, label, state)) continue;
        if (rng_.below(++applicable) == 0) chosen = &label;
    }
    if (chosen != nullptr) apply(system_, *chosen, state, rng_);
    return chosen != nullptr;
}

std::optional<std::vector<Value>> SampleStates::next(std::size_t longest) {
    if (tries_ > most_tries_) return std::nullopt;
    std::vector<Value> state = initial();
    for (std::size_t left = rng_.below(longest + 1); left > 0; --left) {
        poll();
        tries_ += system_.labels.size();
        if (!step(state)) break;
    }
    return state;
}

}  // namespace crowfly
