// How a pattern is chosen. Each way has an order of the variables, and takes from it what fits.
#pragma once

#include "abstraction/patterns/pattern_database.hpp"

namespace crowfly::pdb {

// The cone of influence (Qian, Nymeyer 2004): variables of `from` first, then those that labels mention which change a
// variable before, by the length of the chain; of equally long ones those that share most labels first.
std::vector<VariableIndex> cone_of_influence(const LabelTable& table, const Pattern& from);

// Variables in this order as long as there are at most so many abstract states; those that do not fit are left out.
Pattern fitting(const FactoredSystem& system, const std::vector<VariableIndex>& order, std::uint64_t most_states);

// Downward refinement (Wehrle 2011, Chapter 7; Kupferschmid, Wehrle: Abstractions and pattern databases: the quest for
// succinctness and accuracy, 2011): starts with what fits of an order, and drops variables while the distance of the
// initial state stays the same. Where that makes room, the next variables of the order come in.
Pattern downward(const LabelTable& table, const std::vector<VariableIndex>& order, std::uint64_t most_states,
                 const Effort& effort);

}  // namespace crowfly::pdb
