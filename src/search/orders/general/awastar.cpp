// Anytime weighted A* (Hansen, Zhou: Anytime heuristic search, 2007): A* with more weight on the estimate, which goes
// on after it has found a path, and drops what cannot be on a shorter one. When nothing is open the last path is a
// shortest one; where a limit ends the search before, the best one so far is the answer.
//
// With a heuristic that may estimate too much, what cannot be on a shorter path is told by its own length alone.
#include <fmt/format.h>

#include "search/kernels/weighted.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

template <class Space>
class AnytimeWeighted : public ImprovingSearch<Space, AnytimeWeighted<Space>> {
    using Base = ImprovingSearch<Space, AnytimeWeighted<Space>>;
    friend Base;
    friend GuidedSearch<Space, AnytimeWeighted<Space>, OpenList<BoundedOpen>>;
    friend BestFirstKernel<AnytimeWeighted<Space>, CostedSearch<Space, AnytimeWeighted<Space>, OpenList<BoundedOpen>>>;
    using Base::open_, Base::options_, Base::result_;

public:
    AnytimeWeighted(Space& space, const SearchTask& task)
        : Base(space, task), weight_(decimal_given(task.options.guidance, "weight")) {}

    void parts(auto& each) { this->shared_parts(each); }

private:
    void put(const BoundedOpen& entry) { open_.push(weighted_key(weight_, entry.cost, entry.estimate), entry); }

    void report() {
        result_.strategies = {fmt::format("anytime weighted A* with w = {} and h = {}: {} states", weight_,
                                          to_string(options_.guidance.heuristic), result_.statistics.explored)};
    }

    double weight_;
};

const Registered<SearchPlugin> awastar(
    searches(), {{.name = "awastar",
                  .description = "anytime weighted A*: best first by g + w * h, pruned by the best trace so far",
                  .options = {weight_option("weight", "the weight of h", "2"), ties_option(), heuristic_option()},
                  .properties = {{"complete", "yes"},
                                 {"shortest", "in the end"},
                                 {"cheapest", "in the end"},
                                 {"memory", "all states"},
                                 {"anytime", "yes"}},
                  .also_called = {"AWA*", "anytime weighted A*"}},
                 make_general_method<AnytimeWeighted>(),
                 of_stored_states,
                 100,
                 100});

}  // namespace
}  // namespace crowfly
