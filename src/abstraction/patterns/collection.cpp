#include "abstraction/patterns/collection.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "base/sort_out.hpp"

namespace crowfly::pdb {

Additivity::Additivity(const LabelTable& table)
    : changed_together_(table.system().variables.size(), std::vector<bool>(table.system().variables.size())) {
    std::vector<VariableIndex> changed;
    for (LabelIndex label = 0; label < table.system().labels.size(); ++label) {
        if (label % 1024 == 0) poll();
        if (table.system().labels[label].cost == 0) continue;
        changed.clear();
        for (const LabelTable::Mention& mention : table.of_label(label)) {
            if (table.kinds()[mention.kind].changes) changed.push_back(mention.variable);
        }
        for (const VariableIndex a : changed) {
            for (const VariableIndex b : changed) changed_together_[a][b] = true;
        }
    }
}

bool Additivity::are_additive(const Pattern& a, const Pattern& b) const {
    return std::ranges::none_of(a, [&](VariableIndex of_a) {
        return std::ranges::any_of(b, [&](VariableIndex of_b) { return changed_together_[of_a][of_b]; });
    });
}

std::vector<std::vector<std::uint32_t>> Additivity::groups(const std::vector<Pattern>& patterns) const {
    std::vector<std::vector<std::uint32_t>> groups;
    for (std::uint32_t first = 0; first < patterns.size(); ++first) {
        poll();
        std::vector<std::uint32_t> group{first};
        // The larger patterns come last.
        for (auto other = static_cast<std::uint32_t>(patterns.size()); other-- > 0;) {
            const auto fits = [&](std::uint32_t member) { return are_additive(patterns[member], patterns[other]); };
            if (std::ranges::all_of(group, fits)) group.push_back(other);
        }
        std::ranges::sort(group);
        groups.push_back(std::move(group));
    }
    sort_out(groups);
    return groups;
}

std::vector<Pattern> patterns_of_goal(const LabelTable& table) {
    std::vector<Pattern> patterns;
    for (const VariableIndex v : table.goal()) {
        if (table.system().is_slot(v)) {
            patterns.push_back({v});
            continue;
        }
        for (const VariableIndex tested : table.influences(v)) patterns.push_back(with({v}, tested));
    }
    return patterns;
}

std::vector<Pattern> systematic(const LabelTable& table, std::uint64_t most_states) {
    constexpr std::size_t most_patterns = 1000;
    std::vector<Pattern> candidates = patterns_of_goal(table);
    const std::size_t goals = candidates.size();
    for (std::size_t g = 0; g < goals; ++g) {
        for (const VariableIndex own : Pattern(candidates[g])) {
            if (!table.system().is_slot(own)) continue;
            for (const VariableIndex v : table.influences(own)) {
                Pattern larger = with(candidates[g], v);
                if (table.is_changed(v) && larger != candidates[g]) candidates.push_back(std::move(larger));
            }
        }
    }
    std::vector<Pattern> patterns;
    std::uint64_t states = 0;
    for (Pattern& candidate : candidates) {
        const std::uint64_t own = states_of(table.system(), candidate);
        if (states + own > most_states || std::ranges::find(patterns, candidate) != patterns.end()) continue;
        states += own;
        patterns.push_back(std::move(candidate));
        if (patterns.size() == most_patterns) break;
    }
    return patterns;
}

AbstractionSet databases_of(const LabelTable& table, const std::vector<Pattern>& patterns, bool add_up,
                            const Effort& effort) {
    AbstractionSet set;
    std::vector<Pattern> built;
    for (const Pattern& pattern : patterns) {
        const std::size_t held = set.bytes();
        if (!built.empty() && effort.is_used_up(bytes_of(table) + held)) break;
        effort.reach({.doing = "pattern",
                      .number = built.size() + 1,
                      .of = patterns.size(),
                      .states = states_of(table.system(), pattern)});
        set.parts.push_back(std::make_unique<PatternDatabase>(table, pattern, effort, held));
        built.push_back(pattern);
    }
    if (add_up && built.size() > 1) set.groups = Additivity(table).groups(built);
    return set;
}

}  // namespace crowfly::pdb
