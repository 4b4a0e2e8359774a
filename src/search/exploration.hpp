// Expands what an open list pops (exploration_list.hpp), over any space. A list may pop a state that another one has
// popped before; it is expanded once. States that one of the heuristics proves to be dead ends are stored, and never
// expanded.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/parts.hpp"
#include "search/exploration_list.hpp"
#include "search/guided_search.hpp"
#include "search/zone_rounds.hpp"
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
class Exploration : public GuidedSearch<Space, Exploration<Space>, ExploringOpen> {
    using Base = GuidedSearch<Space, Exploration<Space>, ExploringOpen>;
    friend Base;
    using Base::estimates_, Base::node_, Base::open_, Base::options_, Base::result_, Base::space_, Base::task_;

public:
    Exploration(Space& space, const SearchTask& task)
        : Base(space, task, task), marks_(space.columns()), rounds_(task.target.network) {
        const std::vector<HeuristicSpec>& all = open_.heuristics();
        for (std::size_t i = 1; i < all.size(); ++i) more_.push_back(std::make_unique<Estimates>(all[i]));
        values_.resize(all.size());
    }

    void parts(auto& each) {
        this->shared_parts(each);
        each(more_, rounds_);
    }

    // ---- For the Explorer

    bool pop() {
        while (!open_.empty()) {
            node_ = open_.pop();
            if (space_.is_covered(node_) || marks_[node_].closed) continue;
            marks_[node_].closed = true;
            result_.statistics.depth = marks_[node_].length;
            return true;
        }
        return false;
    }

    bool visit() {
        rounds_.note_expanded(space_, node_);
        return !this->ends_here();
    }

    void generated() {
        const std::uint32_t length = node_ == no_node ? 0 : marks_[node_].length + 1;
        const NodeId added = space_.add(node_);
        if (added == no_node) return;
        marks_.push_back({length, false});
        const std::uint32_t round = rounds_.round_of(space_, added);
        if (is_dead_end(added)) return;
        space_.read(added, slots_);
        open_.push({added, length, values_, slots_, round});
    }

private:
    bool is_dead_end(NodeId node) {
        values_[0] = estimates_.of_successor(space_, node);
        if (estimates_.proves_dead_end(values_[0])) return true;
        for (std::size_t i = 0; i < more_.size(); ++i) {
            values_[i + 1] = more_[i]->of_successor(space_, node);
            if (more_[i]->proves_dead_end(values_[i + 1])) return true;
        }
        return false;
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
    std::vector<std::int32_t> slots_;               // of the successor, dead ones with their initial value
    PerNode<Mark> marks_;
    ZoneRounds rounds_;
};

}  // namespace crowfly
