// What covers expanded states first, before all that follows from those, see search/ranked.hpp. Visits few zones twice
// where breadth first search meets small ones first.
#include "search/ranked.hpp"

#include "search/make_method.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> ranked_search(
    searches(),
    {{.name = "ranked",
      .description = "oldest state next, but first those that cover expanded ones, before what follows from these",
      .options = {{.name = "adaptive",
                   .text = "breadth first, until half of what was expanded is covered",
                   .kind = PluginOption::Kind::flag},
                  {.name = "topological",
                   .text = "among equals the state whose processes are least far along, before the oldest",
                   .kind = PluginOption::Kind::flag}},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"several traces", "yes"}, {"memory", "all states"}}},
     make_method<Ranked>(),
     0,
     0,
     {}});

}  // namespace
}  // namespace crowfly
