// Iterative deepening A* (Korf: Depth-first iterative-deepening, 1985): depth first below a bound on the length of the
// path and the estimate of what is ahead. A round that finds nothing is followed by one with the least bound that lets
// it go further, so that with an admissible heuristic what is found is shortest.
//
// The states of a round are a transposition table: one that was visited by a path as short is not visited again. At the
// beginning of a round no state of the table counts as visited. When there are more than `table` states, all are
// forgotten but the path to the state at hand and the open states beside it; if these are more than half of the table
// it doubles, for they cannot be done without. Loops are always noticed. No trace exists if a round cut off nothing.
#include <fmt/format.h>

#include "search/bounded_depth_first.hpp"
#include "search/make_method.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

template <class Space>
class IterativeDeepening : public BoundedDepthFirst<Space, IterativeDeepening<Space>> {
    using Base = BoundedDepthFirst<Space, IterativeDeepening<Space>>;
    friend Base;
    friend GuidedSearch<Space, IterativeDeepening<Space>, BoundedStack>;
    using Base::bound_, Base::lengths_, Base::open_, Base::options_, Base::result_, Base::roots_, Base::space_;

public:
    IterativeDeepening(Space& space, const SearchTask& task)
        : Base(space, task), most_(count_given(task.options.guidance, "table")) {
        bound_ = 0;
    }

    // ---- For the Explorer

    bool visit() { return !this->ends_here(); }
    void counted() {
        if (space_.nodes() > most_) forget();
    }

private:
    // An estimate that is none takes the last round, in which nothing is cut off.
    std::uint64_t total(std::uint32_t length, Estimate estimate) const {
        return estimate == dead_end ? last_bound : std::uint64_t{length} + estimate;
    }

    void cut(const BoundedEntry& entry) { cut_.push_back(entry); }

    bool begin_round() {
        note_cut();
        if (next_ == Base::without_end) return false;
        bound_ = std::exchange(next_, Base::without_end);
        ++rounds_;
        for (NodeId node = 0; node < lengths_.size(); ++node) lengths_[node] = Base::unvisited;
        for (const BoundedEntry& root : roots_) {
            lengths_[root.node] = 0;
            if (root.total <= bound_)
                open_.push(root);
            else
                cut(root);
        }
        return true;
    }

    // What was cut off and not visited by a shorter path decides how far the next round goes.
    void note_cut() {
        for (const BoundedEntry& entry : cut_) {
            if (!space_.is_covered(entry.node) && lengths_[entry.node] == entry.length)
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
        std::erase_if(open_.entries(), [&](const BoundedEntry& entry) {
            return space_.is_covered(entry.node) || lengths_[entry.node] != entry.length;
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
        result_.strategies = {fmt::format("depth first, deeper and deeper by {}, {} round{}: {} states",
                                          to_string(options_.guidance.heuristic), rounds_, rounds_ == 1 ? "" : "s",
                                          result_.statistics.explored)};
    }

    static constexpr std::uint64_t last_bound = std::uint64_t{1} << 40U;

    std::size_t most_;                        // states in the table
    std::uint64_t next_ = Base::without_end;  // the bound of the next round, as far as it is known
    std::vector<BoundedEntry> cut_;
    std::size_t rounds_ = 0;
};

const Registered<SearchPlugin> idastar(
    searches(),
    {{.name = "idastar",
      .description = "depth first below a bound on the whole path, which grows: memory as `table` says",
      .options = {count_option("table", "how many states to remember at most, as far as the path allows", 100, 100'000),
                  heuristic_option()},
      .properties = {{"complete", "yes"},
                     {"shortest", "with an admissible heuristic"},
                     {"memory", "the table, and the path with what is open beside it"}}},
     make_general_method<IterativeDeepening>(),
     100,
     100});

}  // namespace
}  // namespace crowfly
