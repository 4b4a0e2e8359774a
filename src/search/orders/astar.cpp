// The state first that promises the shortest path from the start to the goal through it. With an admissible heuristic
// what is found is shortest; with more weight on what is ahead it is found sooner, and at most that much longer.
#include "search/kernels/best_first.hpp"
#include "search/kernels/cheapest_first.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> astar(searches(), {{.name = "astar",
                                                   .description = "A*: best first by g + h",
                                                   .options = {lazy_option(), ties_option(), heuristic_option()},
                                                   .properties = {{"complete", "yes"},
                                                                  {"shortest", "with an admissible heuristic"},
                                                                  {"cheapest", "with an admissible heuristic"},
                                                                  {"memory", "all states"}},
                                                   .also_called = {"A*"}},
                                                  make_method<BestFirst>(),
                                                  of_stored_states,
                                                  100,
                                                  100,
                                                  {},
                                                  true,
                                                  make_general_method<CheapestFirst>()});

const Registered<SearchPlugin> weighted(
    searches(), {{.name = "wastar",
                  .description = "weighted A*: best first by g + w * h, such as wastar(w=2)",
                  .options = {{.name = "w",
                               .text = "the weight of h, at least 1 (default: 2)",
                               .kind = PluginOption::Kind::decimal,
                               .least = 1,
                               .most = 1000,
                               .otherwise = "2",
                               .wrong = "`{}` is not a weight; write for example w=2"},
                              lazy_option(),
                              ties_option(),
                              heuristic_option()},
                  .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}},
                  .also_called = {"WA*", "weighted A*"}},
                 make_method<BestFirst>(),
                 of_stored_states,
                 100,
                 200,
                 {},
                 true});

}  // namespace
}  // namespace crowfly
