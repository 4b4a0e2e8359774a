// What remembers states. A store inserts a state, or says which stored one covers it; what its states are made of is
// its own business, and so are the arguments of `add`, which returns the new node, or no_node for a covered state. A
// node never changes once it has its number. It generates nothing: that is what an expander does (expander.hpp).
#pragma once

#include <concepts>
#include <cstddef>

#include "space/node.hpp"
#include "space/state_table.hpp"

namespace crowfly {

// `coverer` is the node that covered what was not added last. A node `is_covered` if a later one covers it; then it
// need not be expanded. `parent` is the node it was generated from, and `discrete` the number of its discrete state.
// `nodes` counts all that were ever added, `stored` those that are kept. `bytes_after_growth`: what it may hold in a
// moment, when its tables have grown.
template <class S>
concept Store = requires(const S& store, NodeId node) {
    { store.coverer() } -> std::same_as<NodeId>;
    { store.is_covered(node) } -> std::same_as<bool>;
    { store.parent(node) } -> std::same_as<NodeId>;
    { store.discrete(node) } -> std::same_as<StateId>;
    { store.nodes() } -> std::same_as<std::size_t>;
    { store.stored() } -> std::same_as<std::size_t>;
    { store.states() } -> std::same_as<std::size_t>;
    { store.bytes() } -> std::same_as<std::size_t>;
    { store.bytes_after_growth() } -> std::same_as<std::size_t>;
};

}  // namespace crowfly
