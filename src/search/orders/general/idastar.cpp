// Iterative deepening A* (Korf: Depth-first iterative-deepening, 1985): depth first below a bound on what the path
// costs and the estimate of what is ahead. A round that finds nothing is followed by one with the least bound that lets
// it go further, so that with an admissible heuristic what is found is cheapest.
//
// The states of a round are a transposition table: one that was visited by a path as cheap is not visited again. At the
// beginning of a round no state of the table counts as visited. When there are more than `table` states, all are
// forgotten but the path to the state at hand and the open states beside it; if these are more than half of the table
// it doubles, for they cannot be done without. Loops are always noticed. No trace exists if a round cut off nothing.
#include <fmt/format.h>

#include "search/kernels/bounded_depth_first.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

template <class Space>
class IterativeDeepening : public BoundedDepthFirst<Space, IterativeDeepening<Space>> {
    using Base = BoundedDepthFirst<Space, IterativeDeepening<Space>>;
    friend Base;
    friend GuidedSearch<Space, IterativeDeepening<Space>, BoundedStack>;
    using Base::costs_, Base::endless, Base::open_, Base::options_, Base::result_, Base::roots_, Base::space_;

public:
    IterativeDeepening(Space& space, const SearchTask& task)
        : Base(space, task), most_(count_given(task.options.guidance, "table")), bound_(Base::algebra_.none()) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(bound_, next_, most_, rounds_, cut_);
    }

    // ---- For the Explorer

    bool visit() { return !this->ends_here(); }
    void counted() {
        if (space_.nodes() > most_) forget();
    }

private:
    // An estimate that is none takes the last round, in which nothing is cut off.
    Cost total(const Cost& cost, Estimate estimate) const {
        return estimate == dead_end ? last_bound : this->sum(cost, estimate);
    }
    bool is_beyond(const Cost& total) const { return total > bound_; }

    void cut(const BoundedEntry& entry) { cut_.push_back(entry); }

    bool begin_round() {
        note_cut();
        if (next_ == endless) return false;
        bound_ = std::exchange(next_, endless);
        ++rounds_;
        for (NodeId node = 0; node < costs_.size(); ++node) costs_[node] = endless;
        for (const BoundedEntry& root : roots_) {
            costs_[root.node] = root.cost;
            if (root.total <= bound_)
                open_.push(root);
            else
                cut(root);
        }
        return true;
    }

    // What was cut off and not visited by a cheaper path decides how far the next round goes.
    void note_cut() {
        for (const BoundedEntry& entry : cut_) {
            if (!space_.is_covered(entry.node) && costs_[entry.node] == entry.cost)
                next_ = std::min(next_, entry.total);
        }
        cut_.clear();
    }

    void forget() {
        note_cut();
        std::vector<bool> is_kept(space_.nodes(), false);
        const auto keep = [&](NodeId node) {
            for (; node != no_node && !is_kept[node]; node = space_.parent(node)) is_kept[node] = true;
        };
        for (const BoundedEntry& root : roots_) keep(root.node);
        open_.erase_if([&](const BoundedEntry& entry) {
            return space_.is_covered(entry.node) || costs_[entry.node] != entry.cost;
        });
        for (const BoundedEntry& entry : open_.entries()) keep(entry.node);
        std::vector<NodeId> kept;
        for (NodeId node = 0; node < is_kept.size(); ++node) {
            if (is_kept[node]) kept.push_back(node);
        }
        const Renumbering renumbered(kept, is_kept.size());
        for (BoundedEntry& root : roots_) root.node = renumbered[root.node];
        for (BoundedEntry& entry : open_.entries()) entry.node = renumbered[entry.node];
        this->keep_only(kept);
        most_ = std::max(most_, 2 * kept.size());
    }

    void report() {
        result_.strategies = {fmt::format("IDA* with h = {}, {} iteration{}: {} states",
                                          to_string(options_.guidance.heuristic), rounds_, rounds_ == 1 ? "" : "s",
                                          result_.statistics.explored)};
    }

    static constexpr Cost last_bound = {endless.first - 1, endless.second};

    std::size_t most_;     // states in the table
    Cost bound_;           // no path is followed that costs more
    Cost next_ = endless;  // the bound of the next round, as far as it is known
    std::vector<BoundedEntry> cut_;
    std::size_t rounds_ = 0;
};

const Registered<SearchPlugin> idastar(
    searches(), {{.name = "idastar",
                  .description = "IDA*: depth first below a growing bound on g + h, with a transposition table",
                  .options = {count_option("table", "the size of the transposition table, in states", 100, 100'000),
                              heuristic_option()},
                  .properties = {{"complete", "yes"},
                                 {"shortest", "with an admissible heuristic"},
                                 {"cheapest", "with an admissible heuristic"},
                                 {"memory", "the table, and the current path with its siblings"}},
                  .also_called = {"IDA*"}},
                 make_general_method<IterativeDeepening>(),
                 of_stored_states,
                 100,
                 100});

}  // namespace
}  // namespace crowfly
