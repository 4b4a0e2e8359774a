#include "abstraction/patterns/choose_pattern.hpp"

#include <algorithm>
#include <map>

#include "base/files/parts.hpp"

namespace crowfly::pdb {
namespace {

// Per variable that is not in the list: the labels that mention it and change a variable of the list.
std::map<VariableIndex, std::size_t> links_to(const LabelTable& table, std::span<const VariableIndex> list,
                                              const std::vector<bool>& taken) {
    std::map<VariableIndex, std::size_t> links;
    for (const VariableIndex v : list) {
        for (const LabelTable::Mention& own : table.of_variable(v)) {
            if (!table.kinds()[own.kind].changes) continue;
            for (const LabelTable::Mention& other : table.of_label(own.label)) {
                if (!taken[other.variable]) ++links[other.variable];
            }
        }
    }
    return links;
}

}  // namespace

std::vector<VariableIndex> cone_of_influence(const LabelTable& table, const Pattern& from) {
    std::vector<VariableIndex> order = from;
    std::vector<bool> taken(table.system().variables.size());
    for (const VariableIndex v : from) taken[v] = true;
    for (std::size_t layer = 0; layer < order.size();) {
        const std::size_t end = order.size();
        const auto links = links_to(table, std::span(order).subspan(layer, end - layer), taken);
        for (const auto& [v, count] : links) {
            order.push_back(v);
            taken[v] = true;
        }
        std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(end), order.end(),
                         [&](VariableIndex a, VariableIndex b) { return links.at(a) > links.at(b); });
        layer = end;
    }
    return order;
}

Pattern fitting(const FactoredSystem& system, const std::vector<VariableIndex>& order, std::uint64_t most_states) {
    Pattern pattern;
    for (const VariableIndex v : order) {
        Pattern larger = with(pattern, v);
        if (states_of(system, larger) <= most_states) pattern = std::move(larger);
    }
    return pattern;
}

Pattern downward(const LabelTable& table, const std::vector<VariableIndex>& order, std::uint64_t most_states,
                 const Effort& effort) {
    const FactoredSystem& system = table.system();
    Pattern pattern = fitting(system, order, most_states);
    Estimate distance = initial_distance(table, pattern, effort);
    std::vector<bool> tried(system.variables.size());
    const std::uint64_t most_work = 16 * most_states;
    std::uint64_t work = 0;
    // Variables far from the goal come first.
    const auto drop = [&] {
        for (auto v = order.rbegin(); v != order.rend() && distance > 0; ++v) {
            if (tried[*v] || !std::ranges::binary_search(pattern, *v)) continue;
            if (work > most_work || effort.is_used_up(bytes_of(table))) return;
            tried[*v] = true;
            const Pattern smaller = without(pattern, *v);
            work += states_of(system, smaller);
            if (initial_distance(table, smaller, effort) == distance) pattern = smaller;
        }
    };
    for (bool grows = true; grows;) {
        drop();
        grows = false;
        for (const VariableIndex v : order) {
            const Pattern larger = with(pattern, v);
            if (tried[v] || larger == pattern || states_of(system, larger) > most_states) continue;
            if (work > most_work || effort.is_used_up(bytes_of(table))) break;
            pattern = larger;
            grows = true;
        }
        if (grows) {
            work += states_of(system, pattern);
            distance = initial_distance(table, pattern, effort);
        }
    }
    return pattern;
}

}  // namespace crowfly::pdb
