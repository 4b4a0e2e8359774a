#include "abstraction/cartesian/label_classes.hpp"

#include <algorithm>
#include <map>

#include "base/alarm.hpp"

namespace crowfly::cartesian {

LabelClasses::LabelClasses(const FactoredSystem& system) : system_(system), changing_(system.variables.size()) {
    std::map<std::vector<std::uint32_t>, ClassIndex> known;
    for (LabelIndex l = 0; l < system.labels.size(); ++l) {
        if (l % 1024 == 0) poll();
        std::vector<std::uint32_t> content{system.labels[l].cost};
        for (const VariableMove& move : system.moves_of(system.labels[l])) {
            content.push_back(move.variable);
            content.push_back(move.rules.count);
            for (const Rule& rule : system.rules_of(move)) {
                content.push_back(rule.from);
                content.push_back(rule.to);
            }
        }
        const auto [entry, fresh] = known.try_emplace(std::move(content), size());
        if (fresh) members_.emplace_back();
        members_[entry->second].push_back(l);
    }
    for (ClassIndex c = 0; c < size(); ++c) {
        for (const VariableMove& move : moves(c)) {
            const auto changes = [](const Rule& rule) { return rule.to != Rule::same && rule.to != rule.from; };
            if (std::ranges::any_of(rules(move), changes)) changing_[move.variable].push_back({c, rules(move)});
        }
    }
}

std::span<const Rule> LabelClasses::rules(ClassIndex of, VariableIndex variable) const {
    static constexpr Rule alone{};
    for (const VariableMove& move : moves(of)) {
        if (move.variable == variable) return system_.rules_of(move);
    }
    return {&alone, 1};
}

}  // namespace crowfly::cartesian
