// Depth first branch and bound (Lawler, Wood: Branch-and-bound methods, 1966): once a path is found, no path is
// followed that cannot be shorter. The best path so far is the answer where a limit ends the search.
//
// Behind a state that was reached by a shorter path everything is visited again, so it takes more time than A* where
// many paths lead to a state, and less memory for what is open. With a heuristic that may estimate too much, paths are
// cut off by their own length alone.
#include <fmt/format.h>

#include "search/bounded_depth_first.hpp"
#include "search/make_method.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

template <class Space>
class BranchAndBound : public BoundedDepthFirst<Space, BranchAndBound<Space>> {
    using Base = BoundedDepthFirst<Space, BranchAndBound<Space>>;
    friend Base;
    friend GuidedSearch<Space, BranchAndBound<Space>, BoundedStack>;
    using Base::bound_, Base::found_, Base::ledger_, Base::lengths_, Base::node_, Base::options_, Base::result_;

public:
    BranchAndBound(Space& space, const SearchTask& task)
        : Base(space, task), longest_(count_given(task.options.guidance, "bound")) {
        if (longest_ > 0) bound_ = longest_;
    }

    // ---- For the Explorer

    bool is_done() const { return found_ != no_node && lengths_[found_] == 0; }
    bool visit() {
        if (!this->is_goal()) return !ledger_.has_ended();
        this->improve();
        if (lengths_[node_] > 0) bound_ = lengths_[node_] - 1;
        return false;
    }

private:
    static bool begin_round() { return false; }
    std::uint64_t total(std::uint32_t length, Estimate estimate) const { return this->least_total(length, estimate); }
    void cut(const BoundedEntry&) { has_cut_ = true; }

    void explore() {
        Base::explore();
        if (found_ != no_node || !has_cut_ || ledger_.has_ended()) return;
        ledger_.end(fmt::format("no trace has up to {} transitions, and longer ones were not searched for", longest_));
    }

    void report() {
        result_.strategies = {fmt::format("depth first by {}, below the best path so far: {} states",
                                          to_string(options_.guidance.heuristic), result_.statistics.explored)};
    }

    std::size_t longest_;  // 0: paths of any length
    bool has_cut_ = false;
};

const Registered<SearchPlugin> dfbnb(
    searches(),
    {{.name = "dfbnb",
      .description = "depth first, then depth first for what is shorter than the best so far",
      .options = {count_option("bound", "the longest trace that is searched for; 0: any", 0, 0), heuristic_option()},
      .properties = {{"complete", "unless bound= is given"},
                     {"shortest", "in the end"},
                     {"memory", "all states"},
                     {"anytime", "yes"}}},
     make_general_method<BranchAndBound>(),
     100,
     100});

}  // namespace
}  // namespace crowfly
