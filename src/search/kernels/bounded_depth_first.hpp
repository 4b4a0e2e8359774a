// Depth first search below a bound on what the whole path costs: what is behind a state and the path to it (survey
// of Edelkamp et al., 2008, Fig. 3). Iterative deepening raises the bound, branch and bound lowers it.
//
// A state that was visited is visited again if it is reached by a cheaper path: its successors may have been cut off
// only because the first path cost too much.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/files/parts.hpp"
#include "search/kernels/costed_search.hpp"

namespace crowfly {

struct BoundedEntry {
    NodeId node = no_node;
    Cost cost;   // of the path to it
    Cost total;  // of the path through it, at least

    void parts(auto& each) { each(node, cost, total); }
};

// The states that were generated and not yet visited; those generated last are on top, of these the best one.
class BoundedStack {
public:
    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    void push(const BoundedEntry& entry) { entries_.push_back(entry); }
    BoundedEntry pop() {
        std::stable_sort(entries_.begin() + static_cast<std::ptrdiff_t>(sorted_), entries_.end(),
                         [](const BoundedEntry& a, const BoundedEntry& b) { return a.total > b.total; });
        const BoundedEntry entry = entries_.back();
        entries_.pop_back();
        sorted_ = entries_.size();
        return entry;
    }
    template <class Gone>
    void erase_if(const Gone& gone) {
        sorted_ -= static_cast<std::size_t>(
            std::count_if(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(sorted_), gone));
        std::erase_if(entries_, gone);
    }
    std::span<BoundedEntry> entries() { return entries_; }

    void parts(auto& each) { each(entries_, sorted_); }

private:
    std::vector<BoundedEntry> entries_;
    std::size_t sorted_ = 0;  // so many from the bottom
};

// A search says which paths are too costly (`is_beyond`), what it does where the stack is empty (`begin_round`), and
// with a state that is cut off (`cut`).
template <class Space, class Self>
class BoundedDepthFirst : public CostedSearch<Space, Self, BoundedStack> {
    using Base = CostedSearch<Space, Self, BoundedStack>;

public:
    using Base::Base;

    bool pop() {
        while (!this->open_.empty() || self().begin_round()) {
            const BoundedEntry entry = this->open_.pop();
            if (this->space_.is_covered(entry.node) || this->costs_[entry.node] != entry.cost) continue;
            if (self().is_beyond(entry.total)) continue;
            this->node_ = entry.node;
            this->note_depth(entry.cost);
            return true;
        }
        return false;
    }

    void generated() {
        const NodeId added = this->add();
        if (added == no_node) return;
        const Estimate estimate = this->estimates_.of_successor(this->space_, added);
        if (this->estimates_.proves_dead_end(estimate)) return;
        const BoundedEntry entry{added, this->costs_[added], self().total(this->costs_[added], estimate)};
        if (this->is_beyond_limits(entry.cost, estimate)) return;
        if (this->node_ == no_node) roots_.push_back(entry);
        if (self().is_beyond(entry.total))
            self().cut(entry);
        else
            this->open_.push(entry);
    }

protected:
    void shared_parts(auto& each) {
        Base::shared_parts(each);
        each(roots_);
    }

    std::vector<BoundedEntry> roots_;  // the initial states

private:
    Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace crowfly
