// Merge-and-shrink (Dräger, Finkbeiner, Podelski: Directed model checking with distance-preserving abstractions, 2009,
// Algorithm 2; Helmert, Haslum, Hoffmann, Nissim: Merge-and-shrink abstraction, 2014). Two factors are replaced by
// their product, its states that are irrelevant are pruned, and those that are alike become one, until one factor is
// left. The last product is not shrunk.
//
// Labels that all other factors treat alike become one label (exact label reduction, Sievers, Wehrle, Helmert 2014).
// That includes what the first paper does: a label in which nobody outside the factor takes part is hidden.
#pragma once

#include "abstraction/merge_and_shrink/merge_order.hpp"
#include "abstraction/merge_and_shrink/shrink.hpp"

namespace crowfly::mas {

struct Options {
    std::uint32_t most_states = 100;  // N: of a factor after it was shrunk
    Shrink shrink = Shrink::low_first;
    Merge merge = Merge::ranking;
    // Larger products are not built, nor any with ten times as many steps: their factors are shrunk further before.
    std::uint64_t most_states_of_product = 2'000'000;
};

// Where the effort ends before there is one factor, the abstraction consists of those that there are.
AbstractionSet merge_and_shrink(const FactoredSystem& system, const Options& options, const Effort& effort);

}  // namespace crowfly::mas
