// Large sets of states in pieces that are easier to handle.
#pragma once

#include <vector>

#include "symbolic/diagrams/bdd.hpp"

namespace crowfly::symbolic {

// Disjoint sets that make up this one, with at most so many nodes each where a variable divides it well (Cabodi,
// Camurati, Quer: Improved reachability analysis of large finite state machines, 1996).
std::vector<Bdd> pieces_of(const Bdd& set, std::size_t most_nodes);

// A part of a set with many states for its nodes, and few more than `most_nodes` of them (Ravi, Somenzi: High-density
// reachability analysis, 1995). Never empty, unless the set is.
Bdd dense_part(const Bdd& set, std::size_t most_nodes, const Bdd& variables);

}  // namespace crowfly::symbolic
