// The cheapest path first, in any cost algebra (cost.hpp): Dijkstra's algorithm, and A* where what is ahead is known to
// cost something (Edelkamp, Jabbar, Lluch Lafuente: Cost-algebraic heuristic search, 2005).
//
// The goal is tested when a state is popped, so that the first path found is a cheapest one: costs are isotone, and no
// transition makes a path better.
#pragma once

#include <fmt/format.h>

#include "search/costs/costed_search.hpp"
#include "search/heap.hpp"

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
class CheapestFirst : public CostedSearch<Space, CheapestFirst<Space>, Heap<CheapestEntry>> {
    using Base = CostedSearch<Space, CheapestFirst<Space>, Heap<CheapestEntry>>;
    friend GuidedSearch<Space, CheapestFirst<Space>, Heap<CheapestEntry>>;
    using Base::algebra_, Base::costs_, Base::estimates_, Base::node_, Base::open_, Base::options_, Base::result_,
        Base::space_;

public:
    CheapestFirst(Space& space, const SearchTask& task) : Base(space, task) {}

    void parts(auto& each) { this->shared_parts(each); }

    // ---- For the Explorer

    bool pop() {
        while (!open_.empty()) {
            const CheapestEntry entry = open_.pop();
            if (space_.is_covered(entry.node) || costs_[entry.node] < entry.cost) continue;
            node_ = entry.node;
            return true;
        }
        return false;
    }

    bool visit() { return !this->ends_here(); }

    void generated() {
        const NodeId added = this->add();
        if (added == no_node) return;
        const Estimate estimate = estimates_.of_successor(space_, added);
        if (estimates_.proves_dead_end(estimate)) return;
        if (this->is_beyond_limits(costs_[added], estimate)) return;
        open_.push({this->least_total(costs_[added], estimate), costs_[added], estimate, added});
    }

private:
    void report() {
        const std::string guide =
            options_.guidance.ahead > 0 ? fmt::format(" + h with h = {}", to_string(options_.guidance.heuristic)) : "";
        result_.strategies = {
            fmt::format("best first by {}{}: {} states", algebra_.name(), guide, result_.statistics.explored)};
    }
};

}  // namespace crowfly
