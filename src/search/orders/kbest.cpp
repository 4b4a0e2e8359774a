// k-best first search (Felner, Kraus, Korf: KBFS: k-best-first search, 2003): the k states that look nearest to the
// goal are popped at once, and all of them are expanded before their successors are compared with what else is open.
// With k=1 it is greedy search, with a k that no layer exceeds it is breadth first search.
#include <fmt/format.h>

#include <vector>

#include "search/make_method.hpp"
#include "search/measured_search.hpp"
#include "search/open_list.hpp"
#include "search/registry.hpp"
#include "search/zone_rounds.hpp"

namespace crowfly {
namespace {

template <class Space>
class KBestFirst : public MeasuredSearch<Space, KBestFirst<Space>, OpenList<NodeId>> {
    using Base = MeasuredSearch<Space, KBestFirst<Space>, OpenList<NodeId>>;
    friend GuidedSearch<Space, KBestFirst<Space>, OpenList<NodeId>>;
    using Base::estimates_, Base::node_, Base::open_, Base::options_, Base::result_, Base::space_;

public:
    KBestFirst(Space& space, const SearchTask& task)
        : Base(space, task, task.options.guidance.ties, task.options.seed), k_(count_given(task.options.guidance, "k")),
          rounds_(task.target.network) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(popped_, next_, rounds_);
    }

    // ---- For the Explorer

    bool pop() {
        do {
            if (next_ == popped_.size()) pop_best();
            if (popped_.empty()) return false;
            node_ = popped_[next_++];
        } while (space_.is_covered(node_));
        return true;
    }

    bool visit() {
        rounds_.note_expanded(space_, node_);
        return !this->ends_here();
    }

    void generated() {
        const NodeId added = space_.add(node_);
        if (added == no_node) return;
        const std::uint32_t round = rounds_.round_of(space_, added);
        const Estimate estimate = estimates_.of_successor(space_, added);
        if (!estimates_.proves_dead_end(estimate)) open_.push({std::uint64_t{estimate} + round, estimate}, added);
    }

private:
    void pop_best() {
        popped_.clear();
        next_ = 0;
        while (popped_.size() < k_ && !open_.empty()) popped_.push_back(open_.pop());
    }

    void report() {
        result_.strategies = {fmt::format("k-best first with k = {} and h = {}: {} states", k_,
                                          to_string(options_.guidance.heuristic), result_.statistics.explored)};
    }

    std::size_t k_;
    std::vector<NodeId> popped_;
    std::size_t next_ = 0;  // of those popped
    ZoneRounds rounds_;
};

const Registered<SearchPlugin> kbest(
    searches(),
    {{.name = "kbest",
      .description = "k-best first: the k open states of least h are expanded together, such as kbest(k=10)",
      .options = {count_option("k", "the number of states that are expanded together", 1, 10), ties_option(),
                  heuristic_option()},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}},
      .also_called = {"kbfs", "k-best first"}},
     make_general_method<KBestFirst>(),
     of_stored_states,
     0,
     1});

}  // namespace
}  // namespace crowfly
