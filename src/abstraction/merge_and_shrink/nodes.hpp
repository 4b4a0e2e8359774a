// How the states of factors are found: a tree of tables, the variables at its leaves.
#pragma once

#include "abstraction/merge_and_shrink/transition_system.hpp"

namespace crowfly::mas {

// A variable's value, or the states of two factors, looked up in a table.
struct Node {
    static constexpr std::uint32_t leaf = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t left = leaf;  // the variable, if `right` is `leaf`
    std::uint32_t right = leaf;
    std::uint32_t columns = 1;  // states of the right one
    StateMap table = {};

    void parts(auto& each) { each(left, right, columns, table); }
};

// The states of the last node, the root, that values in these ranges can have. Children come before their parents.
// `sets` is memory to work in.
const std::vector<AbstractState>& find_states(const std::vector<Node>& nodes, std::span<const ValueRange> ranges,
                                              std::vector<std::vector<AbstractState>>& sets);

// Per state of a node under which nothing was shrunk, the value of one of its variables.
std::vector<Value> values_of(const std::vector<Node>& nodes, std::uint32_t node, VariableIndex variable);

}  // namespace crowfly::mas
