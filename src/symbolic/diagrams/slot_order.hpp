// The order in which decision diagrams test the slots. It decides about their size.
#pragma once

#include "network/terms/terms.hpp"
#include "symbolic/diagrams/variables.hpp"

namespace crowfly::symbolic {

// FORCE (Aloul, Markov, Sakallah: FORCE: a fast and easy-to-implement variable-ordering heuristic, 2003): everything
// that depends on one another, slots as well as the terms between them, is drawn towards its common centre, again and
// again, until the sum of the distances no longer decreases. `roots`: the terms of guards, updates and formulas, each
// with the slots that it has to do with besides those it reads. Slots that are `free` draw nothing together.
struct RootTerm {
    TermId term{};
    std::vector<std::uint32_t> slots;
};
SlotOrder force_order(const TermGraph& graph, const std::vector<bool>& free, const std::vector<RootTerm>& roots);

}  // namespace crowfly::symbolic
