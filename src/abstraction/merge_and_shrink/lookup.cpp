#include "abstraction/merge_and_shrink/lookup.hpp"

#include <algorithm>

namespace crowfly::mas {
namespace {

constexpr AbstractState pruned = StateAbstraction::pruned;

// One more than the greatest state that a table leads to.
std::uint64_t states_in(const StateMap& table) {
    std::uint64_t states = 0;
    for (const AbstractState state : table) {
        if (state != pruned) states = std::max(states, std::uint64_t{state} + 1);
    }
    return states;
}

// Whether every pair of states of the two children, or every value of the variable, has a place in the table.
bool fits(const Node& node, std::span<const std::uint64_t> states, ValueCounts values) {
    if (node.right == Node::leaf) return node.left < values.size() && node.table.size() == values[node.left];
    if (node.left >= states.size() || node.right >= states.size()) return false;
    return states[node.right] <= node.columns && states[node.left] * node.columns <= node.table.size();
}

const Registered<AbstractionReader> table_reader(abstraction_readers(),
                                                 {std::string(Lookup::kind), read_lookup<Lookup>});

}  // namespace

AbstractState Lookup::state_of(std::span<const Value> values) const {
    static thread_local std::vector<AbstractState> buffer;  // per node
    if (buffer.size() < nodes_.size()) buffer.resize(nodes_.size());
    AbstractState* const found = buffer.data();
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        const Node& node = nodes_[n];
        if (node.right == Node::leaf) {
            found[n] = node.table[values[node.left]];
        } else {
            const AbstractState left = found[node.left];
            const AbstractState right = found[node.right];
            found[n] = left == pruned || right == pruned ? pruned : node.table[left * node.columns + right];
        }
        if (found[n] == pruned) return pruned;
    }
    return found[nodes_.size() - 1];
}

Estimate Lookup::least_distance(std::span<const ValueRange> ranges) const {
    static thread_local std::vector<std::vector<AbstractState>> sets;  // per node, of values in ranges
    Estimate least = dead_end;
    for (const AbstractState state : find_states(nodes_, ranges, sets)) least = std::min(least, distances_[state]);
    return least;
}

void Lookup::fit(ValueCounts values) const {
    std::vector<std::uint64_t> states;  // per node
    for (const Node& node : nodes_) {
        ArchiveReader::demand(fits(node, states, values), "has a table of the wrong size");
        states.push_back(states_in(node.table));
    }
    ArchiveReader::demand(!nodes_.empty() && states.back() <= distances_.size(), "lacks distances");
    ArchiveReader::demand(std::ranges::all_of(variables_, [&](VariableIndex v) { return v < values.size(); }),
                          "looks at a variable that does not exist");
}

}  // namespace crowfly::mas
