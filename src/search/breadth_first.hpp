// Breadth first: the oldest state next, so that what is found has the fewest transitions. The nodes themselves are the
// open list, for they are numbered in the order of their generation.
//
// It may take turns with a heuristic, see guide.hpp.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "search/blind_search.hpp"
#include "search/guide.hpp"

namespace crowfly {

template <class Space>
class BreadthFirst : public BlindSearch<Space, BreadthFirst<Space>> {
    using Base = BlindSearch<Space, BreadthFirst<Space>>;
    friend Base;
    using Base::found_, Base::ledger_, Base::node_, Base::options_, Base::result_, Base::space_, Base::task_;

public:
    static constexpr bool finds_parents = true;

    using Base::Base;

    // ---- For the Explorer

    bool pop() {
        is_guided_ = guide_ && guide_->has_turn(result_.statistics.generated) && guide_->pop(next_, node_);
        if (is_guided_) {
            ++guided_;
            return true;
        }
        while (pop_oldest()) {
            const bool is_left_to_guide = guide_ && guide_->owns(node_);
            if (!is_left_to_guide && !this->is_closed(node_)) return true;
        }
        return guide_ && guide_->pop(next_, node_);
    }

    void counted() {
        Base::counted();
        if (options_.turns && result_.statistics.explored == options_.turns->starts && !this->is_over()) start_guide();
    }

private:
    bool pop_oldest() {
        if (next_ == space_.nodes()) return false;
        if (next_ == layer_end_) {
            layer_end_ = static_cast<NodeId>(space_.nodes());
            layers_.push_back(next_);
        }
        node_ = next_++;
        return true;
    }

    void push(NodeId node) {
        if (is_guided_) guide_->push(node);
    }

    // Of the layer being expanded, open states may only be replaced by states just as near.
    Spared spared() const { return options_.shortest ? Spared{next_, layer_end_} : Spared{}; }

    // A parent that was not kept is a node of the layer before.
    Path path_back() {
        if constexpr (requires { space_.find_parent(found_, found_, found_); }) {
            if (!space_.keeps_parents()) {
                std::size_t layer = layers_.size();
                return path_to(space_, found_, [&](NodeId node) {
                    if (layer-- == 0) return no_node;
                    const NodeId end = layer + 1 < layers_.size() ? layers_[layer + 1] : layer_end_;
                    return space_.find_parent(node, layers_[layer], end);
                });
            }
        }
        return path_to(space_, found_);
    }

    std::size_t open_bytes() const { return guide_ ? guide_->bytes() : 0; }
    std::size_t open_bytes_soon() const { return 2 * open_bytes(); }
    void measure_open(Statistics& s) const {
        s.waiting = space_.nodes() - next_;
        if (!layers_.empty()) s.depth = static_cast<std::uint32_t>(layers_.size() - 1);
        if (guide_) guide_->note(s);
    }

    std::vector<std::string> described() const {
        std::vector<std::string> strategies{fmt::format(
            "breadth first{}: {} states", options_.hull ? ", one zone around all that reach a discrete state" : "",
            result_.statistics.explored - guided_)};
        if (guide_)
            strategies.push_back(fmt::format("in turns with it, {}: {} states", Guide<Space>::description(), guided_));
        return strategies;
    }

    // ---- Turns with a heuristic

    bool has_guide() const { return guide_ != nullptr; }

    void start_guide() {
        Turns turns = *options_.turns;
        if (!options_.abstraction) turns.every *= 2;  // an estimate takes as long as many states without zones
        guide_ = std::make_unique<Guide<Space>>(space_, turns);
        ledger_.measure(*this);
        BuildBudget budget(ledger_.budget(), result_.statistics, ledger_.observer());
        const bool is_built = guide_->build(task_.target, budget);
        ledger_.end(budget.exceeded());
        if (is_built && guide_->start(next_, static_cast<NodeId>(space_.nodes()))) return;
        guide_.reset();
        task_.target.tasks->clear();
    }

    NodeId next_ = 0;             // the oldest node that was not popped
    NodeId layer_end_ = 0;        // where the nodes of the next depth start …
    std::vector<NodeId> layers_;  // … and where those of the depths before did
    std::unique_ptr<Guide<Space>> guide_;
    bool is_guided_ = false;  // the state being expanded was chosen by the guide …
    std::size_t guided_ = 0;  // … as so many were
};

}  // namespace crowfly
