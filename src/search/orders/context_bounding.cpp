// What takes few changes of context first, see search/context_bounding.hpp. Finds errors that few switches between
// processes lead to, with short traces; but expands states again and again.
#include "search/context_bounding.hpp"
#include "search/make_method.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> context_bounding_search(
    searches(),
    {{.name = "ib",
      .description = "fewest changes of context next; among equals as `inner` says",
      .options = {{.name = "contexts",
                   .text = "process, or interference: when two transitions have nothing in common (default: process)",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"process", "interference"},
                   .otherwise = "process",
                   .wrong = "contexts go by process or by interference, not by `{}`"},
                  {.name = "n",
                   .text = "of interference: the longest chain between two transitions of a context (default: 2)",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 9,
                   .otherwise = "2",
                   .wrong = "`{}` is not a length of chains of interference; write for example n=2"},
                  {.name = "inner",
                   .text = "greedy (default), bfs, dfs or rdfs",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"greedy", "bfs", "dfs", "rdfs"},
                   .otherwise = "greedy",
                   .wrong = "within a bound on contexts there are greedy, bfs, dfs and rdfs, not `{}`"},
                  ties_option(),
                  heuristic_option()},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}}},
     make_method<ContextBounding>(),
     0,
     1});

}  // namespace
}  // namespace crowfly
