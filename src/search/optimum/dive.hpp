// A dive: one round of beam search that finds some goal early. Layer by layer, of each layer only the `width` best
// states are kept (Bisiani: Beam search, 1987; for schedules Sabuncuoglu, Bayiz: Job shop scheduling with beam search,
// 1999). What it finds bounds the optimum from above, so that a search for the optimum can prune, and has an answer
// where a limit ends it. A dive in which no state was cut off is a proof.
//
// A dive has a space of its own, because states that were cut off must not cover those of the search it helps. The two
// are saved together.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "base/files/parts.hpp"
#include "search/kernels/explorer.hpp"
#include "search/optimum/bounded_expansion.hpp"

namespace crowfly {

// The space is as in optimum.hpp; `Search` is the one that waits meanwhile: it counts as stored what it has stored.
template <class Space, class Search>
class Dive : public BoundedExpansion<Space> {
    using Base = BoundedExpansion<Space>;
    using Base::best_, Base::explored_, Base::node_, Base::space_;

public:
    // `longest`: so many states are expanded at most.
    Dive(const typename Space::Setup& setup, std::size_t width, std::size_t longest, const Incumbent& known,
         const Search& search, Ledger& ledger)
        : Base(setup, known), width_(width), longest_(longest), search_(search), ledger_(ledger) {}
    Dive(const Dive&) = delete;
    Dive& operator=(const Dive&) = delete;

    void run() {
        Explorer explorer(space_, *this, ledger_);
        if (is_resumed_)
            explorer.explore();
        else
            explorer.run();
    }

    const Incumbent& best() const { return best_; }
    NodeId best_node() const { return best_node_; }  // no_node: nothing better was found
    Space& space() { return space_; }
    std::size_t explored() const { return explored_; }
    bool was_too_long() const { return explored_ >= longest_; }
    bool is_exhaustive() const { return !has_cut_ && !was_too_long(); }

    void parts(auto& each) {
        this->shared_parts(each);
        each(layer_, next_, candidates_, best_node_, has_cut_);
    }
    void loaded() { is_resumed_ = true; }
    const Search& whole() const { return search_; }  // which is saved, and this with it

    // ---- For the Explorer

    bool pop() {
        while (next_ < layer_.size() || begin_layer()) {
            const Candidate& candidate = layer_[next_++];
            if (best_.may_be_beaten_by(candidate.outlook.least) && this->take(candidate.node)) return true;
        }
        return false;
    }

    void generated() {
        const std::optional<Outlook> outlook = this->promise();
        if (!outlook) return;
        const std::optional<Total> goal = space_.goal();
        if (space_.goal_stop()) return ledger_.end(space_.goal_stop());
        const bool is_better = goal && best_.is_beaten_by(*goal);
        if (!is_better && is_full() && !(*outlook < candidates_.front().outlook)) {
            has_cut_ = true;
            return;
        }
        const NodeId node = space_.add(node_);
        if (node == no_node) return;
        if (is_better) {
            best_.total = goal;
            best_node_ = node;
        }
        push({*outlook, node});
    }

    bool is_done() const { return was_too_long(); }
    std::size_t stored() const { return search_.stored() + space_.stored(); }
    std::size_t bytes_soon() const {
        return search_.bytes_soon() + space_.bytes_soon() + bytes_of(layer_) + bytes_of(candidates_);
    }
    void measure(Statistics& s) const {
        search_.measure(s);
        s.stored += space_.stored();
        s.bytes += bytes_of_parts(*this);
    }

private:
    struct Candidate {
        Outlook outlook;
        NodeId node;
        auto operator<=>(const Candidate&) const = default;

        void parts(auto& each) { each(outlook, node); }
    };

    bool is_full() const { return candidates_.size() >= width_; }

    // The candidates for the next layer are a heap with the worst on top.
    void push(Candidate candidate) {
        if (is_full()) {
            has_cut_ = true;
            std::pop_heap(candidates_.begin(), candidates_.end());
            candidates_.pop_back();
        }
        candidates_.push_back(candidate);
        std::push_heap(candidates_.begin(), candidates_.end());
    }

    bool begin_layer() {
        std::swap(layer_, candidates_);
        candidates_.clear();
        std::ranges::sort(layer_);
        next_ = 0;
        return !layer_.empty();
    }

    std::size_t width_, longest_;
    const Search& search_;
    Ledger& ledger_;
    std::vector<Candidate> layer_, candidates_;
    std::size_t next_ = 0;  // in the layer
    NodeId best_node_ = no_node;
    bool has_cut_ = false;
    bool is_resumed_ = false;
};

}  // namespace crowfly
