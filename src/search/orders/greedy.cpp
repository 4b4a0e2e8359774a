// The state that looks nearest to the goal first. Quick where the heuristic is good; what it finds need not be short.
#include "search/best_first.hpp"
#include "search/make_method.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> greedy_search(
    searches(),
    {{.name = "greedy",
      .description = "nearest to the goal, as --heuristic estimates it, next",
      .options = {lazy_option(), ties_option(),
                  count_option(
                      "local",
                      "after so many states without a better estimate as many breadth first from the best; 0: never", 0,
                      0),
                  heuristic_option()},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}}},
     make_method<BestFirst>(),
     0,
     1,
     {},
     true});

}  // namespace
}  // namespace crowfly
