#include "abstraction/patterns/label_table.hpp"

#include <algorithm>
#include <map>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"

namespace crowfly::pdb {
namespace {

std::vector<Rule> normalised(std::span<const Rule> rules) {
    std::vector<Rule> result(rules.begin(), rules.end());
    for (Rule& rule : result) {
        if (rule.to == rule.from) rule.to = Rule::same;
    }
    sort_out(result);
    return result;
}

bool says_nothing(const MoveKind& kind) {
    return !kind.changes && std::ranges::any_of(kind.rules, [](const Rule& rule) { return rule.from == Rule::any; });
}

}  // namespace

LabelTable::LabelTable(const FactoredSystem& system)
    : system_(system), by_variable_(system.variables.size()), changed_(system.variables.size()),
      influences_(system.variables.size()) {
    std::map<std::vector<Rule>, std::uint32_t> known;
    for (const VariableMove& move : system.moves) {
        const auto [entry, fresh] =
            known.emplace(normalised(system.rules_of(move)), static_cast<std::uint32_t>(kinds_.size()));
        if (fresh) {
            const auto changes = [](const Rule& rule) { return rule.to != Rule::same; };
            kinds_.push_back({entry->first, std::ranges::any_of(entry->first, changes)});
        }
        kind_of_move_.push_back(entry->second);
    }
    for (LabelIndex label = 0; label < system.labels.size(); ++label) {
        if (label % 1024 == 0) poll();
        add_label(label);
    }
    add_influences();
    for (VariableIndex v = 0; v < system.variables.size(); ++v) {
        if (!system.variables[v].goal.empty()) goal_.push_back(v);
    }
}

void LabelTable::add_label(LabelIndex label) {
    const Label& of = system_.labels[label];
    labels_.push_back({static_cast<std::uint32_t>(by_label_.size()), 0});
    const auto kind = [&](std::uint32_t move) -> const MoveKind& { return kinds_[kind_of_move_[move]]; };
    if (std::ranges::any_of(of.moves, [&](std::uint32_t move) { return kind(move).rules.empty(); })) return;
    for (const std::uint32_t move : of.moves) {
        if (says_nothing(kind(move))) continue;
        const Mention mention{label, system_.moves[move].variable, kind_of_move_[move]};
        by_label_.push_back(mention);
        by_variable_[mention.variable].push_back(mention);
        ++labels_.back().count;
    }
}

void LabelTable::add_influences() {
    for (VariableIndex v = 0; v < by_variable_.size(); ++v) {
        std::vector<bool> seen(by_variable_.size());
        seen[v] = true;
        for (const Mention& own : by_variable_[v]) {
            if (!kinds_[own.kind].changes || system_.variables[v].values < 2) continue;
            changed_[v] = true;
            for (const Mention& other : of_label(own.label)) {
                if (!seen[other.variable]) influences_[v].push_back(other.variable);
                seen[other.variable] = true;
            }
        }
        std::ranges::sort(influences_[v]);
    }
}

std::uint64_t states_of(const FactoredSystem& system, const Pattern& pattern) {
    constexpr std::uint64_t most = std::uint64_t{1} << 62U;
    std::uint64_t states = 1;
    for (const VariableIndex v : pattern) {
        const std::uint64_t values = system.variables[v].values;
        states = states > most / values ? most : states * values;
    }
    return states;
}

Pattern with(const Pattern& pattern, VariableIndex variable) {
    Pattern larger = pattern;
    larger.push_back(variable);
    sort_out(larger);
    return larger;
}

Pattern without(const Pattern& pattern, VariableIndex variable) {
    Pattern smaller = pattern;
    std::erase(smaller, variable);
    return smaller;
}

}  // namespace crowfly::pdb
