// The state with the cheapest path first, whatever is counted as cost.
#include "search/costs/cheapest_first.hpp"
#include "search/make_method.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> dijkstra(
    searches(),
    {{.name = "dijkstra",
      .description = "cheapest path first, for --minimise (without it, the shortest)",
      .options = {},
      .properties = {{"complete", "yes"}, {"shortest", "yes"}, {"cheapest", "yes"}, {"memory", "all states"}}},
     make_general_method<CheapestFirst>()});

}  // namespace
}  // namespace crowfly
