// The cheapest path first, in any cost algebra (cost.hpp): Dijkstra's algorithm, and A* where what is ahead is known to
// cost something (Edelkamp, Jabbar, Lluch Lafuente: Cost-algebraic heuristic search, 2005).
//
// A state only covers another one that is not cheaper, and a discrete state that is reached by a cheaper path is opened
// again. The goal is tested when a state is popped, so that the first path found is a cheapest one: costs are isotone,
// and no transition makes a path better.
#pragma once

#include <fmt/format.h>

#include <queue>

#include "base/chunked.hpp"
#include "search/guided_search.hpp"
#include "search/step_costs.hpp"

namespace crowfly {

// What is open: least sum first, and among equals what is nearest to the goal, then what was generated last.
class CheapestList {
public:
    struct Entry {
        Cost sum;   // of the path so far and what is ahead
        Cost cost;  // of the path so far
        Estimate estimate = 0;
        NodeId node = no_node;
        bool operator<(const Entry& other) const {  // worse
            if (sum != other.sum) return other.sum < sum;
            if (estimate != other.estimate) return other.estimate < estimate;
            return node < other.node;
        }
    };

    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
    void push(const Entry& entry) { entries_.push(entry); }
    Entry pop() {
        const Entry entry = entries_.top();
        entries_.pop();
        return entry;
    }

private:
    std::priority_queue<Entry> entries_;
};

template <class Space>
class CheapestFirst : public GuidedSearch<Space, CheapestFirst<Space>, CheapestList> {
    using Base = GuidedSearch<Space, CheapestFirst<Space>, CheapestList>;
    friend Base;
    using Base::estimates_, Base::node_, Base::open_, Base::result_, Base::space_, Base::ledger_, Base::options_;

public:
    CheapestFirst(Space& space, const SearchTask& task)
        : Base(space, task),
          steps_(task.target.network, task.options.costs == nullptr ? shortest_ : *task.options.costs) {
        space_.note_edges();
    }

    // ---- For the Explorer

    bool pop() {
        while (!open_.empty()) {
            const CheapestList::Entry entry = open_.pop();
            if (space_.is_covered(entry.node) || costs_[entry.node] < entry.cost) continue;
            node_ = entry.node;
            cost_ = entry.cost;
            return true;
        }
        return false;
    }

    bool visit() {
        if (this->ends_here()) {
            if (this->is_done()) result_.cost = cost_;
            return false;
        }
        space_.read(node_, from_);
        return true;
    }

    void generated() {
        const std::optional<Cost> cost = cost_of_successor();
        if (!cost) return;
        Spared spared;
        spared.costs = &costs_;
        spared.cost = *cost;
        const NodeId added = space_.add(node_, spared);
        if (added == no_node) return;
        if (added == costs_.size())
            costs_.push_back(*cost);
        else
            costs_[added] = *cost;
        const Estimate estimate = estimates_.of_successor(space_, added);
        if (estimates_.proves_dead_end(estimate)) return;
        const Cost least = sum(*cost, estimate);
        if (options_.dearest && least.first > *options_.dearest) {
            result_.cut = true;
            return;
        }
        open_.push({least, *cost, estimate, added});
    }

private:
    std::optional<Cost> cost_of_successor() {
        const CostAlgebra& algebra = steps_.algebra();
        if (node_ == no_node) return algebra.none();
        const std::optional<StepCost> step = steps_.of(from_, space_.fired_edges().edges, space_.slots());
        if (!step) {
            ledger_.end(steps_.problem());
            return std::nullopt;
        }
        if (step->probability == 0) return std::nullopt;  // it never happens
        try {
            return algebra.after(cost_, *step);
        } catch (const CostOutOfRange&) {
            ledger_.end("costs beyond 2^63 cannot be added up");
            return std::nullopt;
        }
    }

    // So many transitions at least are ahead, each of which is a step.
    Cost sum(Cost cost, Estimate estimate) const {
        const bool counts = steps_.algebra().parts().front() == CostAlgebra::Part::steps;
        if (counts && options_.guidance.ahead > 0 && estimate != dead_end) cost.first += estimate;
        return cost;
    }

    void report() {
        if (this->is_done() && result_.firings.empty()) remember_edges();
        result_.strategies = {
            fmt::format("least {} first: {} states", steps_.algebra().name(), result_.statistics.explored)};
    }

    // Of several transitions between two states of the path one that costs what was counted. Selects are not known.
    void remember_edges() {
        std::vector<Firing> backwards;
        for (NodeId node = this->found(); space_.parent(node) != no_node; node = space_.parent(node)) {
            node_ = space_.parent(node);
            cost_ = costs_[node_];
            space_.read(node_, from_);
            Firing firing;
            space_.expand(node_);
            while (space_.next()) {
                const std::optional<Cost> cost = cost_of_successor();
                if (!cost || *cost != costs_[node]) continue;
                space_.add(node_);
                if (space_.coverer() != node) continue;
                firing.transition = space_.fired_edges().transition;
                firing.participants.clear();
                for (const EdgeIndex e : space_.fired_edges().edges) firing.participants.push_back({e, {}});
                break;
            }
            backwards.push_back(std::move(firing));
        }
        result_.firings.assign(backwards.rbegin(), backwards.rend());
    }

    static std::size_t asked_besides() { return 0; }
    std::size_t own_bytes() const { return costs_.bytes(); }

    inline static const Costs shortest_ = {};

    StepCosts steps_;
    Chunked<Cost> costs_;             // per node
    Cost cost_;                       // of the path to the state being expanded …
    std::vector<std::int32_t> from_;  // … and its slots
};

}  // namespace crowfly
