// k-best first search (Felner, Kraus, Korf: KBFS: k-best-first search, 2003): the k states that look nearest to the
// goal are popped at once, and all of them are expanded before their successors are compared with what else is open.
// With k=1 it is greedy search, with a k that no layer exceeds it is breadth first search.
#include <fmt/format.h>

#include <vector>

#include "search/guidance/open_list.hpp"
#include "search/kernels/best_first_kernel.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

// Pops k entries at once; entries that are pushed meanwhile are compared with all others afterwards.
class KBestList {
public:
    KBestList(std::size_t k, const SearchTask& task) : k_(k), open_(task.options.guidance.ties, task.options.seed) {}

    bool empty() const { return next_ == popped_.size() && open_.empty(); }
    std::size_t size() const { return popped_.size() - next_ + open_.size(); }

    void push(const OpenKey& key, NodeId node) { open_.push(key, node); }
    NodeId pop() {
        if (next_ == popped_.size()) pop_best();
        return popped_[next_++];
    }

    void parts(auto& each) { each(open_, popped_, next_); }

private:
    void pop_best() {
        popped_.clear();
        next_ = 0;
        while (popped_.size() < k_ && !open_.empty()) popped_.push_back(open_.pop());
    }

    std::size_t k_;
    OpenList<NodeId> open_;
    std::vector<NodeId> popped_;
    std::size_t next_ = 0;  // of those popped
};

template <class Space>
class KBestFirst : public BestFirstKernel<KBestFirst<Space>, GuidedSearch<Space, KBestFirst<Space>, KBestList>> {
    using Guided = GuidedSearch<Space, KBestFirst<Space>, KBestList>;
    using Kernel = BestFirstKernel<KBestFirst<Space>, Guided>;
    friend Guided;
    friend Kernel;

public:
    KBestFirst(Space& space, const SearchTask& task)
        : KBestFirst(space, task, count_given(task.options.guidance, "k")) {}

    void parts(auto& each) { this->shared_parts(each); }

private:
    KBestFirst(Space& space, const SearchTask& task, std::size_t k) : Kernel(space, task, true, k, task), k_(k) {}

    void push(NodeId added, Estimate estimate) { this->open_.push(this->key_of(added, estimate), added); }

    void report() {
        this->result_.strategies = {fmt::format("k-best first with k = {} and h = {}: {} states", k_,
                                                to_string(this->options_.guidance.heuristic),
                                                this->result_.statistics.explored)};
    }

    std::size_t k_;
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
