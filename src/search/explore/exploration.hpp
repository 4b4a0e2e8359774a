// Expands what an open list pops (exploration_list.hpp), over any space. A list may pop a state that another one has
// popped before; it is expanded once. States that one of the heuristics proves to be dead ends are stored, and never
// expanded.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/files/parts.hpp"
#include "search/kernels/best_first_kernel.hpp"
#include "search/methods/exploration_list.hpp"
#include "space/per_node.hpp"

namespace crowfly {

// The list of a search, with what it goes by.
class ExploringOpen {
public:
    explicit ExploringOpen(const SearchTask& task)
        : maker_(compared_slots(task.target.network, task.options.compared), task.options.seed) {
        maker_.heuristic(task.options.guidance.heuristic);  // which the search knows itself, as the first one
        list_ = maker_.make(task.options.guidance.list);
    }

    const std::vector<HeuristicSpec>& heuristics() const { return maker_.heuristics(); }

    void push(const OpenState& state) { list_->push(state); }
    NodeId pop() { return list_->pop(); }
    bool empty() const { return list_->empty(); }
    std::size_t size() const { return list_->size(); }
    void parts(auto& each) { each(list_); }

private:
    // Meta variables and those that are irrelevant to the query do not distinguish states.
    static std::vector<std::uint32_t> compared_slots(const Network& network, const Distinction* compared) {
        SlotSet all;
        all.add(0, network.state_slots);
        std::vector<std::uint32_t> slots = compared == nullptr ? all.members() : compared->slots.members();
        std::erase_if(slots, [&](std::uint32_t slot) { return slot >= network.state_slots; });
        return slots;
    }

    ListMaker maker_;
    std::unique_ptr<ExplorationList> list_;
};

template <class Space>
class Exploration : public BestFirstKernel<Exploration<Space>, GuidedSearch<Space, Exploration<Space>, ExploringOpen>> {
    using Guided = GuidedSearch<Space, Exploration<Space>, ExploringOpen>;
    using Kernel = BestFirstKernel<Exploration<Space>, Guided>;
    friend Guided;
    friend Kernel;
    using Kernel::estimates_, Kernel::node_, Kernel::open_, Kernel::options_, Kernel::result_, Kernel::space_,
        Kernel::task_;

public:
    Exploration(Space& space, const SearchTask& task) : Kernel(space, task, true, task), marks_(space.columns()) {
        const std::vector<HeuristicSpec>& all = open_.heuristics();
        for (std::size_t i = 1; i < all.size(); ++i) more_.push_back(std::make_unique<Estimates>(all[i]));
        values_.resize(all.size());
    }

    void parts(auto& each) {
        this->shared_parts(each);
        each(more_);
    }

private:
    bool is_stale(NodeId node) const { return marks_[node].closed; }
    void popped(NodeId node) {
        marks_[node].closed = true;
        result_.statistics.depth = marks_[node].length;
    }

    NodeId add() {
        const NodeId added = space_.add(node_);
        if (added != no_node) marks_.push_back({node_ == no_node ? 0 : marks_[node_].length + 1, false});
        return added;
    }

    // What the first heuristic says, or that one of them proves the state to be a dead end.
    Estimate estimate_of(NodeId added) {
        is_dead_end_ = false;
        for (std::size_t i = 0; i <= more_.size() && !is_dead_end_; ++i) {
            Estimates& estimates = i == 0 ? estimates_ : *more_[i - 1];
            values_[i] = estimates.of_successor(space_, added);
            is_dead_end_ = estimates.proves_dead_end(values_[i]);
        }
        return values_[0];
    }
    bool is_dead_end(Estimate /*of the first*/) const { return is_dead_end_; }

    void push(NodeId added, Estimate /*of the first*/) {
        space_.read(added, slots_);
        open_.push({added, marks_[added].length, values_, slots_, this->rounds_.round_of(space_, added)});
    }

    bool build_more(BuildBudget& budget) {
        return std::ranges::all_of(more_,
                                   [&](const auto& estimates) { return estimates->build(task_.target, budget); });
    }

    std::uint64_t effort_of_more() const {
        std::uint64_t effort = 0;
        for (const std::unique_ptr<Estimates>& estimates : more_) effort += estimates->effort(0);
        return effort;
    }

    void report() {
        for (const std::unique_ptr<Estimates>& estimates : more_)
            result_.statistics.heuristic_evaluations += estimates->asked();
        result_.strategies = {fmt::format("best first by the open list {}: {} states",
                                          to_string(options_.guidance.list), result_.statistics.explored)};
    }

    struct Mark {
        std::uint32_t length;  // of the path to it
        bool closed;           // it was popped

        void parts(auto& each) { each(length, closed); }
    };

    std::vector<std::unique_ptr<Estimates>> more_;  // of the second heuristic, the third …
    std::vector<Estimate> values_;                  // what all of them say of the successor
    bool is_dead_end_ = false;                      // the successor, as one of them proves
    std::vector<std::int32_t> slots_;               // of the successor, dead ones with their initial value
    PerNode<Mark> marks_;
};

}  // namespace crowfly
