#include "abstraction/cartesian/relaxed_reachability.hpp"

#include <algorithm>

namespace crowfly::cartesian {

RelaxedReachability::RelaxedReachability(const FactoredSystem& system)
    : system_(system), label_of_(system.moves.size()), move_of_(system.rules.size()) {
    for (VariableIndex v = 0; v < system.variables.size(); ++v) {
        first_.push_back(static_cast<std::uint32_t>(facts_.size()));
        for (Value value = 0; value < system.variables[v].values; ++value) facts_.push_back({v, value});
    }
    starts_.assign(facts_.size() + 1, 0);
    for (std::uint32_t m = 0; m < system.moves.size(); ++m) {
        const Run run = system.moves[m].rules;
        for (std::uint32_t r = run.first; r < run.first + run.count; ++r) {
            move_of_[r] = m;
            if (system.rules[r].from != Rule::any)
                ++starts_[first_[system.moves[m].variable] + system.rules[r].from + 1];
        }
    }
    for (std::size_t f = 0; f < facts_.size(); ++f) starts_[f + 1] += starts_[f];
    uses_.resize(starts_.back());
    std::vector<std::uint32_t> next = starts_;
    for (std::uint32_t r = 0; r < system.rules.size(); ++r) {
        if (system.rules[r].from == Rule::any) continue;
        const std::uint32_t fact = first_[system.moves[move_of_[r]].variable] + system.rules[r].from;
        uses_[next[fact]++] = {move_of_[r], r};
    }
    for (std::uint32_t l = 0; l < system.labels.size(); ++l) {
        const Run run = system.labels[l].moves;
        for (std::uint32_t m = run.first; m < run.first + run.count; ++m) label_of_[m] = l;
    }
}

void RelaxedReachability::explore(const ValueOf* without) {
    without_ = without;
    reached_.assign(facts_.size(), false);
    achiever_.assign(facts_.size(), none);
    support_.assign(system_.moves.size(), none);
    missing_.assign(system_.labels.size(), 0);
    queue_.clear();
    for (VariableIndex v = 0; v < system_.variables.size(); ++v) {
        for (const Value value : system_.variables[v].initial) reach(v, value, none);
    }
    for (std::uint32_t l = 0; l < system_.labels.size(); ++l) {
        for (const VariableMove& move : system_.moves_of(system_.labels[l])) {
            missing_[l] += applies_always(move) ? 0 : 1;
        }
        if (missing_[l] == 0) apply(l);
    }
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        const std::uint32_t fact = queue_[i];
        for (std::uint32_t u = starts_[fact]; u < starts_[fact + 1]; ++u) support(uses_[u].move, fact);
        for (std::uint32_t u = starts_[fact]; u < starts_[fact + 1]; ++u) {
            const Rule& rule = system_.rules[uses_[u].rule];
            if (missing_[label_of_[uses_[u].move]] == 0 && rule.to != Rule::same)
                reach(facts_[fact].variable, rule.to, uses_[u].rule);
        }
    }
}

bool RelaxedReachability::applies_always(const VariableMove& move) const {
    return std::ranges::any_of(system_.rules_of(move), [](const Rule& rule) { return rule.from == Rule::any; });
}

void RelaxedReachability::reach(VariableIndex variable, Value value, std::uint32_t rule) {
    const std::uint32_t fact = first_[variable] + value;
    if (reached_[fact] || (without_ != nullptr && without_->variable == variable && without_->value == value)) return;
    reached_[fact] = true;
    achiever_[fact] = rule;
    queue_.push_back(fact);
}

// A rule of the move applies to a fact.
void RelaxedReachability::support(std::uint32_t move, std::uint32_t fact) {
    if (support_[move] != none) return;
    support_[move] = fact;
    if (!applies_always(system_.moves[move]) && --missing_[label_of_[move]] == 0) apply(label_of_[move]);
}

void RelaxedReachability::apply(std::uint32_t label) {
    const Run moves = system_.labels[label].moves;
    for (std::uint32_t m = moves.first; m < moves.first + moves.count; ++m) {
        const Run rules = system_.moves[m].rules;
        for (std::uint32_t r = rules.first; r < rules.first + rules.count; ++r) {
            const Rule& rule = system_.rules[r];
            const VariableIndex variable = system_.moves[m].variable;
            if (rule.to != Rule::same && (rule.from == Rule::any || is_reached(variable, rule.from)))
                reach(variable, rule.to, r);
        }
    }
}

bool RelaxedReachability::meets_goal() const {
    for (VariableIndex v = 0; v < system_.variables.size(); ++v) {
        bool meets = false;
        for (Value value = 0; value < system_.variables[v].values; ++value)
            meets = meets || (is_reached(v, value) && system_.variables[v].allows(value));
        if (!meets) return false;
    }
    return true;
}

std::vector<ValueOf> RelaxedReachability::plan() const {
    std::vector<bool> needed(facts_.size());
    std::vector<std::uint32_t> queue;
    const auto need = [&](std::uint32_t fact) {
        if (!needed[fact]) queue.push_back(fact);
        needed[fact] = true;
    };
    for (VariableIndex v = 0; v < system_.variables.size(); ++v) {
        for (Value value = 0; value < system_.variables[v].values; ++value) {
            if (!is_reached(v, value) || !system_.variables[v].allows(value)) continue;
            need(first_[v] + value);
            break;
        }
    }
    std::vector<ValueOf> facts;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const std::uint32_t rule = achiever_[queue[i]];
        if (rule == none) continue;
        facts.push_back(facts_[queue[i]]);
        const std::uint32_t move = move_of_[rule];
        if (system_.rules[rule].from != Rule::any) need(first_[facts_[queue[i]].variable] + system_.rules[rule].from);
        const Run moves = system_.labels[label_of_[move]].moves;
        for (std::uint32_t m = moves.first; m < moves.first + moves.count; ++m) {
            if (m != move && !applies_always(system_.moves[m])) need(support_[m]);
        }
    }
    return facts;
}

}  // namespace crowfly::cartesian
