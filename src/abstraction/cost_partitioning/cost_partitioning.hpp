// Saturated cost partitioning (Seipp, Keller, Helmert: Saturated cost partitioning for optimal classical planning, JAIR
// 2020). Abstractions are put in an order. Each takes of the costs of labels that its predecessors have left what it
// needs to keep its distances, and no more. How good the sum of these distances is depends on the order and on the
// state, so several orders are kept, and the greatest sum counts.
//
// An order is made for a sample state: abstractions come early that are far from the goal there, and take little that
// others could use. The one for the initial state is improved by exchanging two of the order. Another order is kept if
// it is better than all before on one of the samples.
#pragma once

#include "abstraction/abstraction.hpp"

namespace crowfly {

struct PartitioningOptions {
    std::size_t orders = 8;
    std::size_t samples = 100;
    std::size_t visits = 30'000'000;  // of transitions, while orders are compared
};

// Gives the set its partitions. Abstractions whose transitions are not known have no share in them. Where the effort
// ends, there are fewer orders.
void partition_costs(AbstractionSet& set, const FactoredSystem& system, const PartitioningOptions& options,
                     const Effort& effort);

}  // namespace crowfly
