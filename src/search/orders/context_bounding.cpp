// What takes few changes of context first, see search/kernels/context_bounding.hpp. Finds errors that few switches
// between processes lead to, with short traces; but expands states again and again.
#include "search/kernels/context_bounding.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> context_bounding_search(
    searches(),
    {{.name = "ib",
      .description = "iterative context bounding: fewest context switches first, ties broken by the inner search",
      .options = {{.name = "contexts",
                   .text = "a switch is a change of the process, or a transition without interference with the "
                           "previous one (default: process)",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"process", "interference"},
                   .otherwise = "process",
                   .wrong = "contexts is process or interference, not `{}`"},
                  {.name = "n",
                   .text = "the longest chain of interfering transitions within a context (default: 2)",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 9,
                   .otherwise = "2",
                   .wrong = "`{}` is not a length of chains of interference; write for example n=2"},
                  {.name = "inner",
                   .text = "the inner search: greedy (default), bfs, dfs or rdfs",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"greedy", "bfs", "dfs", "rdfs"},
                   .otherwise = "greedy",
                   .wrong = "inner is greedy, bfs, dfs or rdfs, not `{}`"},
                  ties_option(),
                  heuristic_option()},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}},
      .also_called = {"icb", "context bounding"}},
     make_method<ContextBounding>(),
     of_stored_states,
     0,
     1});

}  // namespace
}  // namespace crowfly
