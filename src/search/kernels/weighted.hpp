// What searches have in common that weigh the estimate and go on after the first path. When nothing is open that can be
// on a better path, the last one is a best one; where a limit ends the search before, it is the answer.
//
// With a heuristic that may estimate too much, what cannot be on a better path is told by its own cost alone.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "base/files/parts.hpp"
#include "search/guidance/open_list.hpp"
#include "search/kernels/best_first_kernel.hpp"
#include "search/kernels/costed_search.hpp"
#include "search/methods/registry.hpp"
#include "space/node.hpp"

namespace crowfly {

// What is open: a state, what the path costs by which it was generated, and what that costs at least when complete.
struct BoundedOpen {
    NodeId node = no_node;
    Cost cost;
    Cost total;
    Estimate estimate = 0;

    void parts(auto& each) { each(node, cost, total, estimate); }
};

// A search says where it puts a state (`put`).
template <class Space, class Self>
class ImprovingSearch : public BestFirstKernel<Self, CostedSearch<Space, Self, OpenList<BoundedOpen>>> {
    using Kernel = BestFirstKernel<Self, CostedSearch<Space, Self, OpenList<BoundedOpen>>>;
    friend Kernel;

public:
    ImprovingSearch(Space& space, const SearchTask& task)
        : Kernel(space, task, false, task.options.guidance.ties, task.options.seed) {}

    bool is_done() const { return best_ == this->algebra_.none(); }

    bool visit() {
        if (!this->is_goal()) return !this->ledger_.has_ended();
        this->improve();
        best_ = this->costs_[this->found_];
        return false;
    }

protected:
    void shared_parts(auto& each) {
        Kernel::shared_parts(each);
        each(best_);
    }

    // Whether an entry was reached by a cheaper path, or cannot be on a better one.
    bool is_stale(const BoundedOpen& entry) const {
        return this->costs_[entry.node] != entry.cost || entry.total >= best_;
    }
    void popped(const BoundedOpen& entry) { this->note_depth(entry.cost); }

    void push(NodeId added, Estimate estimate) {
        const Cost cost = this->costs_[added];
        const BoundedOpen entry{added, cost, this->least_total(cost, estimate), estimate};
        if (entry.total < best_ && !this->is_beyond_limits(cost, estimate)) static_cast<Self*>(this)->put(entry);
    }

    Cost best_ = Kernel::endless;  // of the paths so far
};

// What the path costs so far and the weighted estimate, in hundredths. It only says what is expanded earlier, so that
// costs beyond what fits need not be told apart.
inline OpenKey weighted_key(double weight, const Cost& cost, Estimate estimate) {
    constexpr std::int64_t hundredths = 100, most = std::int64_t{1} << 54U;
    constexpr std::uint64_t nothing = std::uint64_t{1} << 62U;  // some costs are kept as negative numbers
    if (estimate == dead_end) return {std::numeric_limits<std::uint64_t>::max(), dead_end};
    const auto so_far = static_cast<std::uint64_t>(hundredths * std::clamp(cost.first, -most, most));
    return {nothing + so_far + static_cast<std::uint64_t>(weight * hundredths + 0.5) * estimate, estimate};
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
