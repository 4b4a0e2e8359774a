// The state with the cheapest path first, whatever is counted as cost.
#include "search/kernels/cheapest_first.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> dijkstra(
    searches(),
    {{.name = "dijkstra",
      .description = "uniform-cost search (Dijkstra): best first by g, the cost that --minimise names or the number of "
                     "transitions",
      .options = {},
      .properties = {{"complete", "yes"}, {"shortest", "yes"}, {"cheapest", "yes"}, {"memory", "all states"}},
      .also_called = {"ucs", "uniform cost"}},
     make_general_method<CheapestFirst>(),
     of_stored_states});

}  // namespace
}  // namespace crowfly
