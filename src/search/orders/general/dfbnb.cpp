// Depth first branch and bound (Lawler, Wood: Branch-and-bound methods, 1966): once a path is found, no path is
// followed that cannot be cheaper. The best path so far is the answer where a limit ends the search.
//
// Behind a state that was reached by a cheaper path everything is visited again, so it takes more time than A* where
// many paths lead to a state, and less memory for what is open. With a heuristic that may estimate too much, paths are
// cut off by their own cost alone.
#include <fmt/format.h>

#include "search/kernels/bounded_depth_first.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

template <class Space>
class BranchAndBound : public BoundedDepthFirst<Space, BranchAndBound<Space>> {
    using Base = BoundedDepthFirst<Space, BranchAndBound<Space>>;
    friend Base;
    friend GuidedSearch<Space, BranchAndBound<Space>, BoundedStack>;
    using Base::algebra_, Base::costs_, Base::found_, Base::ledger_, Base::node_, Base::options_, Base::result_;

public:
    BranchAndBound(Space& space, const SearchTask& task)
        : Base(space, task), most_(count_given(task.options.guidance, "bound")) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(best_, has_cut_);
    }

    // ---- For the Explorer

    bool is_done() const { return found_ != no_node && best_ == algebra_.none(); }
    bool visit() {
        if (!this->is_goal()) return !ledger_.has_ended();
        this->improve();
        best_ = costs_[found_];
        return false;
    }

private:
    static bool begin_round() { return false; }
    Cost total(const Cost& cost, Estimate estimate) const { return this->least_total(cost, estimate); }
    bool is_beyond(const Cost& total) const {
        return total >= best_ || (most_ > 0 && total.first > static_cast<std::int64_t>(most_));
    }
    void cut(const BoundedEntry&) { has_cut_ = true; }

    void explore() {
        Base::explore();
        if (found_ != no_node || !has_cut_ || ledger_.has_ended()) return;
        ledger_.end(options_.costs == nullptr
                        ? fmt::format("no trace has up to {} transitions, and longer ones were not searched for", most_)
                        : fmt::format("no trace costs up to {}, and dearer ones were not searched for", most_));
    }

    void report() {
        result_.strategies = {fmt::format("depth-first branch and bound with h = {}: {} states",
                                          to_string(options_.guidance.heuristic), result_.statistics.explored)};
    }

    std::size_t most_;           // what a path may cost; 0: anything
    Cost best_ = Base::endless;  // of the paths so far
    bool has_cut_ = false;
};

const Registered<SearchPlugin> dfbnb(
    searches(),
    {{.name = "dfbnb",
      .description = "depth-first branch and bound: depth first, pruned by the best trace so far",
      .options = {count_option("bound", "the first bound on the length or cost of the trace; 0: none", 0, 0),
                  heuristic_option()},
      .properties = {{"complete", "unless bound= is given"},
                     {"shortest", "in the end"},
                     {"cheapest", "in the end"},
                     {"memory", "all states"},
                     {"anytime", "yes"}},
      .also_called = {"branch and bound"}},
     make_general_method<BranchAndBound>(),
     of_stored_states,
     100,
     100});

}  // namespace
}  // namespace crowfly
