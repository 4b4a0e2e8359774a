#include "abstraction/merge_and_shrink/nodes.hpp"

#include <algorithm>

#include "base/sort_out.hpp"

namespace crowfly::mas {
namespace {

bool is_below(const std::vector<Node>& nodes, std::uint32_t n, VariableIndex variable) {
    if (nodes[n].right == Node::leaf) return nodes[n].left == variable;
    return is_below(nodes, nodes[n].left, variable) || is_below(nodes, nodes[n].right, variable);
}

}  // namespace

const std::vector<AbstractState>& find_states(const std::vector<Node>& nodes, std::span<const ValueRange> ranges,
                                              std::vector<std::vector<AbstractState>>& sets) {
    sets.resize(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const Node& node = nodes[n];
        std::vector<AbstractState>& set = sets[n];
        set.clear();
        if (node.right == Node::leaf) {
            for (Value value = ranges[node.left].first; value <= ranges[node.left].last; ++value)
                set.push_back(node.table[value]);
        } else {
            for (const AbstractState left : sets[node.left]) {
                for (const AbstractState right : sets[node.right])
                    set.push_back(node.table[left * node.columns + right]);
            }
        }
        std::erase(set, StateAbstraction::pruned);
        if (set.size() > 1) sort_out(set);
    }
    return sets.back();
}

std::vector<Value> values_of(const std::vector<Node>& nodes, std::uint32_t n, VariableIndex variable) {
    const Node& node = nodes[n];
    std::uint32_t states = 0;
    for (const AbstractState state : node.table) {
        if (state != StateAbstraction::pruned) states = std::max(states, state + 1);
    }
    const bool is_leaf = node.right == Node::leaf;
    const bool is_left = !is_leaf && is_below(nodes, node.left, variable);
    const std::vector<Value> below =
        is_leaf ? std::vector<Value>{} : values_of(nodes, is_left ? node.left : node.right, variable);
    std::vector<Value> values(states);
    for (std::uint32_t i = 0; i < node.table.size(); ++i) {
        if (node.table[i] == StateAbstraction::pruned) continue;
        values[node.table[i]] = is_leaf ? i : below[is_left ? i / node.columns : i % node.columns];
    }
    return values;
}

}  // namespace crowfly::mas
