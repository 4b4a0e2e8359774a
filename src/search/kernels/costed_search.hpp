// What searches with a heuristic have in common that minimise what a path costs, in any cost algebra (cost.hpp);
// without costs, the number of its transitions. A state only covers another one that is not cheaper, and a discrete
// state that is reached by a cheaper path is opened again. Such a search may forget states, and it may go on after it
// has found a path, for a cheaper one.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "search/costs/step_costs.hpp"
#include "search/kernels/guided_search.hpp"
#include "space/per_node.hpp"

namespace crowfly {

template <class Space, class Self, class Open>
class CostedSearch : public GuidedSearch<Space, Self, Open> {
    using Base = GuidedSearch<Space, Self, Open>;

public:
    template <class... Arguments>
    CostedSearch(Space& space, const SearchTask& task, Arguments&&... open)
        : Base(space, task, std::forward<Arguments>(open)...), algebra_(costs_asked(task).algebra),
          is_admissible_(guarantees_of(task.options.guidance.heuristic).admissible), costs_(space.columns()),
          steps_(task.target.network, costs_asked(task)), least_step_(steps_.least()) {
        if (task.options.costs != nullptr) space.note_edges();
    }

    // ---- For the Explorer

    bool expand() {
        note_source();
        return Base::expand();
    }

    // What is reported is the most that was ever stored.
    void measure(Statistics& s) const {
        Base::measure(s);
        s.stored = std::max(s.stored, most_stored_);
    }

protected:
    void shared_parts(auto& each) {
        Base::shared_parts(each);
        each(most_stored_);
    }

    // Worse than what any path costs.
    static constexpr Cost endless = {std::numeric_limits<std::int64_t>::max(),
                                     std::numeric_limits<std::int64_t>::max()};

    // Stores the successor. no_node: a state covers it that is as cheap, or it never happens, or the search has ended.
    NodeId add() {
        const std::optional<Cost> cost = cost_of_successor();
        if (!cost) return no_node;
        Spared spared;
        spared.costs = &costs_.values();
        spared.cost = *cost;
        const NodeId added = this->space_.add(this->node_, spared);
        if (added == no_node) return added;
        costs_.set(added, *cost);
        most_stored_ = std::max(most_stored_, this->space_.stored());
        return added;
    }

    // Forgets all states but these, which get the numbers from 0 on, in this order.
    void keep_only(std::span<const NodeId> nodes) {
        this->space_.keep_only(nodes);
        this->estimates_.begin_space();
    }

    // What a path costs and what is ahead of it as the heuristic says, where that can be told from transitions.
    Cost sum(Cost cost, Estimate estimate) const {
        if (least_step_ == 0) return cost;
        const std::int64_t most = endless.first - 1;
        const std::int64_t ahead =
            estimate > (most - cost.first) / least_step_ ? most - cost.first : least_step_ * std::int64_t{estimate};
        cost.first += ahead;
        return cost;
    }
    // The least that a path by this state costs, as far as that can be relied on.
    Cost least_total(const Cost& cost, Estimate estimate) const { return is_admissible_ ? sum(cost, estimate) : cost; }

    // Whether no path by this state is asked for: all cost too much.
    bool is_beyond_limits(const Cost& cost, Estimate estimate) {
        const Cost least = estimate == dead_end ? cost : least_total(cost, estimate);
        const bool is_beyond = this->options_.costs == nullptr
                                   ? static_cast<std::uint64_t>(least.first) > this->options_.longest
                                   : this->options_.dearest && least.first > *this->options_.dearest;
        this->result_.cut |= is_beyond;
        return is_beyond;
    }

    // A path to the popped state is better than all before. It is put down at once, so that a limit cannot take it
    // away.
    void improve() {
        this->found_ = this->node_;
        find_path();
        if (this->options_.costs != nullptr) {
            this->result_.costs_found.push_back(algebra_.to_string(costs_[this->found_]));
            return;
        }
        const auto length = static_cast<std::uint32_t>(transitions_of(*this->result_.found));
        this->result_.lengths_found.push_back(length);
        this->result_.statistics.shortest_found = length;
    }

    void find_path() {
        Base::find_path();
        if (this->options_.costs == nullptr) return;
        this->result_.cost = costs_[this->found_];
        if (this->result_.firings.empty()) remember_edges();
    }

    // What counts as depth of a state: the transitions of the path to it, where these are counted.
    void note_depth(const Cost& cost) {
        if (this->options_.costs == nullptr) this->result_.statistics.depth = static_cast<std::size_t>(cost.first);
    }

    const CostAlgebra& algebra_;
    const bool is_admissible_;
    PerNode<Cost> costs_;  // of the path to it

private:
    static const Costs& costs_asked(const SearchTask& task) {
        static const Costs transitions = {};
        return task.options.costs == nullptr ? transitions : *task.options.costs;
    }

    // What a transition costs may depend on the state that it leaves.
    void note_source() {
        if (algebra_.uses(CostAlgebra::Part::probability)) this->space_.read(this->node_, from_);
    }

    std::optional<Cost> cost_of_successor() {
        if (this->node_ == no_node) return algebra_.none();
        return after(costs_[this->node_]);
    }
    // Of a path with this cost to the state being expanded, and the transition to the successor.
    std::optional<Cost> after(const Cost& path) {
        if (this->options_.costs == nullptr) return Cost{path.first + 1, 0};
        const std::optional<StepCost> step = steps_.of(from_, this->space_.fired_edges().edges, this->space_.slots());
        if (!step) {
            this->ledger_.end(steps_.problem());
            return std::nullopt;
        }
        if (step->probability == 0) return std::nullopt;  // it never happens
        try {
            return algebra_.after(path, *step);
        } catch (const CostOutOfRange&) {
            this->ledger_.end("costs beyond 2^63 cannot be added up");
            return std::nullopt;
        }
    }

    // Of several transitions between two states of the path the cheapest. Selects are not known.
    void remember_edges() {
        std::vector<NodeId> nodes;
        for (NodeId node = this->found_; node != no_node; node = this->space_.parent(node)) nodes.push_back(node);
        std::reverse(nodes.begin(), nodes.end());
        Cost cost = algebra_.none();
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            this->node_ = nodes[i - 1];
            note_source();
            this->result_.firings.push_back(cheapest_between(nodes[i], cost));
        }
        this->node_ = this->found_;
        this->result_.cost = cost;
    }
    // `cost`: of the path to the popped state, then to the other one.
    Firing cheapest_between(NodeId node, Cost& cost) {
        Firing best;
        Cost least = endless;
        this->space_.expand(this->node_);
        while (this->space_.next()) {
            const std::optional<Cost> found = after(cost);
            if (!found || *found >= least) continue;
            if (this->space_.add(this->node_) != no_node) {
                costs_.push_back(endless);  // it had been forgotten, and is not the one
                continue;
            }
            if (this->space_.coverer() != node) continue;
            least = *found;
            best.transition = this->space_.fired_edges().transition;
            best.participants.clear();
            for (const EdgeIndex e : this->space_.fired_edges().edges) best.participants.push_back({e, {}});
        }
        cost = least;
        return best;
    }

    StepCosts steps_;
    const std::int64_t least_step_;   // every transition costs at least so much, where costs are added up; else 0
    std::vector<std::int32_t> from_;  // the slots of the state being expanded
    std::size_t most_stored_ = 0;
};

}  // namespace crowfly
