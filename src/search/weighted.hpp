// What searches have in common that weigh the estimate and go on after the first path. When nothing is open that can be
// on a shorter path, the last one is a shortest one; where a limit ends the search before, it is the answer.
//
// With a heuristic that may estimate too much, what cannot be on a shorter path is told by its own length alone.
#pragma once

#include <limits>
#include <string>

#include "search/measured_search.hpp"
#include "search/open_list.hpp"
#include "search/registry.hpp"
#include "space/node.hpp"

namespace crowfly {

// What is open: a state, the path by which it was generated, and what that path has at least when it is complete.
struct BoundedOpen {
    NodeId node = no_node;
    std::uint32_t length = 0;
    std::uint64_t total = 0;
    Estimate estimate = 0;
};

// A search says what it pops (`pop`) and where it puts a state (`push`).
template <class Space, class Self>
class ImprovingSearch : public MeasuredSearch<Space, Self, OpenList<BoundedOpen>> {
    using Base = MeasuredSearch<Space, Self, OpenList<BoundedOpen>>;

public:
    ImprovingSearch(Space& space, const SearchTask& task)
        : Base(space, task, task.options.guidance.ties, task.options.seed) {}

    bool is_done() const { return best_ == 0; }

    bool visit() {
        if (!this->is_goal()) return !this->ledger_.has_ended();
        this->improve();
        best_ = this->lengths_[this->node_];
        return false;
    }

    void generated() {
        const NodeId added = this->add();
        if (added == no_node) return;
        const Estimate estimate = this->estimates_.of_successor(this->space_, added);
        if (this->estimates_.proves_dead_end(estimate)) return;
        const std::uint32_t length = this->lengths_[added];
        const BoundedOpen entry{added, length, this->least_total(length, estimate), estimate};
        if (entry.total < best_) static_cast<Self*>(this)->push(entry);
    }

protected:
    // Whether an entry was reached by a shorter path, or cannot be on a better one.
    bool is_stale(const BoundedOpen& entry) const {
        return this->space_.is_covered(entry.node) || this->lengths_[entry.node] != entry.length ||
               entry.total >= best_;
    }

    void expand_next(const BoundedOpen& entry) {
        this->node_ = entry.node;
        this->result_.statistics.depth = entry.length;
    }

    std::uint64_t best_ = Base::without_end;  // the transitions of the best path so far
};

// The length of the path so far and the weighted estimate, in hundredths.
inline OpenKey weighted_key(double weight, std::uint32_t length, Estimate estimate) {
    constexpr std::uint64_t hundredths = 100;
    if (estimate == dead_end) return {std::numeric_limits<std::uint64_t>::max(), dead_end};
    return {hundredths * length + static_cast<std::uint64_t>(weight * hundredths + 0.5) * estimate, estimate};
}

inline PluginOption weight_option(std::string name, std::string text, std::string otherwise) {
    return {.name = name,
            .text = text + " (default: " + otherwise + ")",
            .kind = PluginOption::Kind::decimal,
            .least = 1,
            .most = 1000,
            .otherwise = otherwise,
            .wrong = "`{}` is not a weight; write for example " + name + "=" + otherwise};
}

}  // namespace crowfly
