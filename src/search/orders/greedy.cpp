// The state that looks nearest to the goal first. Quick where the heuristic is good; what it finds need not be short.
#include "search/kernels/best_first.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> greedy_search(
    searches(), {{.name = "greedy",
                  .description = "greedy best first: by h",
                  .options = {lazy_option(), ties_option(),
                              count_option("local",
                                           "the number of states without a better h after which as many are expanded "
                                           "breadth first from the best state; 0: never",
                                           0, 0),
                              heuristic_option()},
                  .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}},
                  .also_called = {"GBFS", "best first", "gbf"}},
                 make_method<BestFirst>(),
                 of_stored_states,
                 0,
                 1,
                 {},
                 true});

}  // namespace
}  // namespace crowfly
