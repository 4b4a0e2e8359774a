#include "abstraction/patterns/projection.hpp"

#include <algorithm>
#include <map>

#include "base/alarm.hpp"

namespace crowfly::pdb {
namespace {

// All states whose digits are among those that are allowed.
template <class Number>
std::vector<Number> combinations(const PerfectHash& hash, const std::vector<std::vector<Value>>& allowed) {
    std::vector<Number> states{0};
    for (std::uint32_t d = 0; d < hash.digits(); ++d) {
        std::vector<Number> more;
        more.reserve(states.size() * allowed[d].size());
        for (const Value value : allowed[d]) {
            for (const Number state : states) more.push_back(static_cast<Number>(state + value * hash.weight(d)));
        }
        states = std::move(more);
    }
    return states;
}

}  // namespace

PerfectHash::PerfectHash(const FactoredSystem& system, const Pattern& pattern) : pattern_(pattern) {
    for (const VariableIndex v : pattern) add(system.variables[v].values);
}

void PerfectHash::add(Value values) {
    sizes_.push_back(values);
    weights_.push_back(states_);
    states_ *= values;
}

void PerfectHash::fit(ValueCounts values, Rank most_states) {
    for (const VariableIndex v : pattern_) {
        ArchiveReader::demand(v < values.size(), "looks at a variable that does not exist");
        ArchiveReader::demand(values[v] > 0 && states_ <= most_states / values[v], "has too large a pattern");
        add(values[v]);
    }
}

std::vector<ProjectedLabel> project(const LabelTable& table, const Pattern& pattern) {
    struct Part {
        LabelIndex label = 0;
        DigitMove move;
        auto operator<=>(const Part&) const = default;
    };
    std::vector<Part> parts;
    for (std::uint32_t d = 0; d < pattern.size(); ++d) {
        for (const LabelTable::Mention& mention : table.of_variable(pattern[d]))
            parts.push_back({mention.label, {d, mention.kind}});
    }
    std::ranges::sort(parts);
    std::vector<ProjectedLabel> result;
    std::map<std::pair<std::uint32_t, std::vector<DigitMove>>, std::size_t> known;
    for (std::size_t p = 0; p < parts.size();) {
        const LabelIndex label = parts[p].label;
        const std::uint32_t cost = table.system().labels[label].cost;
        std::vector<DigitMove> moves;
        bool changes = false;
        for (; p < parts.size() && parts[p].label == label; ++p) {
            moves.push_back(parts[p].move);
            changes = changes || table.kinds()[parts[p].move.kind].changes;
        }
        if (!changes) continue;
        const auto [entry, fresh] = known.emplace(std::pair(cost, moves), result.size());
        if (fresh) result.push_back({std::move(moves), cost});
        result[entry->second].labels.push_back(label);
    }
    return result;
}

bool meets_goal(const FactoredSystem& system, const PerfectHash& hash, const std::vector<Value>& digits) {
    for (std::uint32_t d = 0; d < digits.size(); ++d) {
        if (!system.variables[hash.pattern()[d]].allows(digits[d])) return false;
    }
    return true;
}

std::vector<AbstractState> goal_states(const FactoredSystem& system, const PerfectHash& hash) {
    std::vector<std::vector<Value>> allowed;
    for (const VariableIndex v : hash.pattern()) {
        const Variable& variable = system.variables[v];
        std::vector<Value>& values = allowed.emplace_back();
        for (Value value = 0; value < variable.values; ++value) {
            if (variable.allows(value)) values.push_back(value);
        }
    }
    return combinations<AbstractState>(hash, allowed);
}

std::vector<Rank> initial_states(const FactoredSystem& system, const PerfectHash& hash) {
    std::vector<std::vector<Value>> allowed;
    for (const VariableIndex v : hash.pattern()) allowed.push_back(system.variables[v].initial);
    return combinations<Rank>(hash, allowed);
}

}  // namespace crowfly::pdb
