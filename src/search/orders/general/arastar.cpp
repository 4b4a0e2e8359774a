// Anytime repairing A* (Likhachev, Gordon, Thrun: ARA*: Anytime A* with provable bounds on sub-optimality, 2003): A*
// with less and less weight on the estimate. A round expands no state twice: one that is reached by a shorter path
// after it was expanded is put aside as inconsistent, and is open in the next round. A round ends when no open state
// can be on a shorter path, as the weighted estimate sees it. So the path of a round is at most as many times longer
// than a shortest one as the weight says, if the heuristic is admissible; the last weight is 1.
#include <fmt/format.h>

#include <bit>

#include "search/kernels/weighted.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

template <class Space>
class Repairing : public ImprovingSearch<Space, Repairing<Space>> {
    using Base = ImprovingSearch<Space, Repairing<Space>>;
    friend Base;
    friend GuidedSearch<Space, Repairing<Space>, OpenList<BoundedOpen>>;
    friend BestFirstKernel<Repairing<Space>, CostedSearch<Space, Repairing<Space>, OpenList<BoundedOpen>>>;
    using Base::best_, Base::open_, Base::options_, Base::result_;

public:
    Repairing(Space& space, const SearchTask& task)
        : Base(space, task), weight_(decimal_given(task.options.guidance, "from")),
          step_(decimal_given(task.options.guidance, "step")), closed_in_(space.columns()) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(weight_, round_, inconsistent_);
    }

private:
    bool has_open() { return !open_.empty() || begin_round(); }

    // What no longer counts, and what the round is not after: that waits for the next round.
    bool is_stale(const BoundedOpen& entry) {
        if (Base::is_stale(entry)) return true;
        if (is_promising(entry)) return false;
        inconsistent_.push_back(entry);  // so is all that is still open
        return true;
    }
    void popped(const BoundedOpen& entry) {
        Base::popped(entry);
        closed_in_[entry.node] = round_;
    }

    void put(const BoundedOpen& entry) {
        while (closed_in_.size() <= entry.node) closed_in_.push_back(0);
        if (closed_in_[entry.node] == round_)
            inconsistent_.push_back(entry);
        else
            open_.push(weighted_key(weight_, entry.cost, entry.estimate), entry);
    }

    // Whether the state can be on a path that the round is after. The last round is after all that is better.
    bool is_promising(const BoundedOpen& entry) const {
        return weight_ == 1 || best_ == Base::endless ||
               weighted_key(weight_, entry.cost, entry.estimate).cost < weighted_key(weight_, best_, 0).cost;
    }

    bool begin_round() {
        if (inconsistent_.empty()) return false;
        weight_ = std::max(1.0, weight_ - step_);
        ++round_;
        for (const BoundedOpen& entry : inconsistent_)
            open_.push(weighted_key(weight_, entry.cost, entry.estimate), entry);
        inconsistent_.clear();
        return true;
    }

    void report() {
        result_.strategies = {fmt::format("ARA* with h = {}, last weight {}: {} states",
                                          to_string(options_.guidance.heuristic), weight_,
                                          result_.statistics.explored)};
    }

    double weight_;
    double step_;
    std::uint32_t round_ = 1;
    PerNode<std::uint32_t> closed_in_;       // the last round that expanded it
    std::vector<BoundedOpen> inconsistent_;  // for the next round
};

const Registered<SearchPlugin> arastar(
    searches(),
    {{.name = "arastar",
      .description = "ARA*: anytime weighted A* with a weight that falls to 1 and reuse of earlier results",
      .options = {weight_option("from", "the first weight of h", "5"),
                  weight_option("step", "the difference between two weights", "1"), ties_option(), heuristic_option()},
      .properties = {{"complete", "yes"},
                     {"shortest", "in the end"},
                     {"cheapest", "in the end"},
                     {"memory", "all states"},
                     {"anytime", "yes"}},
      .also_called = {"ARA*"}},
     make_general_method<Repairing>(),
     of_stored_states,
     100,
     100});

}  // namespace
}  // namespace crowfly
