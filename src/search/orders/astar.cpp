// The state first that promises the shortest path from the start to the goal through it. With an admissible heuristic
// what is found is shortest; with more weight on what is ahead it is found sooner, and at most that much longer.
#include "search/best_first.hpp"
#include "search/make_method.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> astar(searches(), {{.name = "astar",
                                                   .description = "least sum of the way so far and the estimate next",
                                                   .options = {{"lazy", "estimate a state only when it is taken"},
                                                               {"ties", "newest, oldest or random among equals"},
                                                               {"--heuristic", "what estimates"}},
                                                   .properties = {{"shortest", "with an admissible heuristic"}}},
                                                  make_method<BestFirst>(),
                                                  100,
                                                  100});

const Registered<SearchPlugin> weighted(searches(), {{.name = "wastar",
                                                      .description = "astar with a weight on the estimate: wastar(w=2)",
                                                      .options = {{"w", "the weight, 1 or more; 2 if not given"},
                                                                  {"lazy", "estimate a state only when it is taken"},
                                                                  {"ties", "newest, oldest or random among equals"},
                                                                  {"--heuristic", "what estimates"}},
                                                      .properties = {{"shortest", "no"}}},
                                                     make_method<BestFirst>(),
                                                     100,
                                                     200});

}  // namespace
}  // namespace crowfly
