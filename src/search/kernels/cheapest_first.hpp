// The cheapest path first, in any cost algebra (cost.hpp): Dijkstra's algorithm, and A* where what is ahead is known to
// cost something (Edelkamp, Jabbar, Lluch Lafuente: Cost-algebraic heuristic search, 2005).
//
// The goal is tested when a state is popped, so that the first path found is a cheapest one: costs are isotone, and no
// transition makes a path better.
#pragma once

#include <fmt/format.h>

#include "search/kernels/best_first_kernel.hpp"
#include "search/kernels/costed_search.hpp"
#include "search/kernels/heap.hpp"

namespace crowfly {

// What is open: least sum first, and among equals what is nearest to the goal, then what was generated last.
struct CheapestEntry {
    Cost sum;   // of the path so far and what is ahead
    Cost cost;  // of the path so far
    Estimate estimate = 0;
    NodeId node = no_node;
    bool operator<(const CheapestEntry& other) const {  // worse
        if (sum != other.sum) return other.sum < sum;
        if (estimate != other.estimate) return other.estimate < estimate;
        return node < other.node;
    }
    void parts(auto& each) { each(sum, cost, estimate, node); }
};

template <class Space>
class CheapestFirst
    : public BestFirstKernel<CheapestFirst<Space>, CostedSearch<Space, CheapestFirst<Space>, Heap<CheapestEntry>>> {
    using Costed = CostedSearch<Space, CheapestFirst<Space>, Heap<CheapestEntry>>;
    using Kernel = BestFirstKernel<CheapestFirst<Space>, Costed>;
    friend GuidedSearch<Space, CheapestFirst<Space>, Heap<CheapestEntry>>;
    friend Kernel;
    using Kernel::algebra_, Kernel::costs_, Kernel::options_, Kernel::result_;

public:
    CheapestFirst(Space& space, const SearchTask& task) : Kernel(space, task, false) {}

    void parts(auto& each) { this->shared_parts(each); }

private:
    bool is_stale(const CheapestEntry& entry) const { return costs_[entry.node] < entry.cost; }

    void push(NodeId added, Estimate estimate) {
        const Cost cost = costs_[added];
        if (!this->is_beyond_limits(cost, estimate))
            this->open_.push({this->least_total(cost, estimate), cost, estimate, added});
    }

    void report() {
        const std::string guide =
            options_.guidance.ahead > 0 ? fmt::format(" + h with h = {}", to_string(options_.guidance.heuristic)) : "";
        result_.strategies = {
            fmt::format("best first by {}{}: {} states", algebra_.name(), guide, result_.statistics.explored)};
    }
};

}  // namespace crowfly
