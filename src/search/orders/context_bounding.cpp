// What takes few changes of context first, see search/context_bounding.hpp. Finds errors that few switches between
// processes lead to, with short traces; but expands states again and again.
#include "search/context_bounding.hpp"
#include "search/make_method.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> registered(
    searches(),
    {{.name = "ib",
      .description = "fewest changes of context next; among equals as `inner` says",
      .options = {{"contexts",
                   "process, or interference: when two transitions have nothing in common (default: process)"},
                  {"n", "of interference: the longest chain between two transitions of a context (default: 2)"},
                  {"inner", "greedy (default), bfs, dfs or rdfs"},
                  {"ties", "newest, oldest or random among equals"},
                  {"--heuristic", "what estimates"}},
      .properties = {{"shortest", "no"}}},
     make_method<ContextBounding>(),
     0,
     1});

}  // namespace
}  // namespace crowfly
