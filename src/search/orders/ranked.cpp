// What covers expanded states first, before all that follows from those, see search/kernels/ranked.hpp. Visits few
// zones twice where breadth first search meets small ones first.
#include "search/kernels/ranked.hpp"

#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> ranked_search(
    searches(),
    {{.name = "ranked",
      .description = "breadth first; states that cover expanded ones get priority (Herbreteau, Tran 2015)",
      .options = {{.name = "adaptive",
                   .text = "breadth first until half of the expanded states are covered by larger zones",
                   .kind = PluginOption::Kind::flag},
                  {.name = "topological",
                   .text = "ties are broken by topological order of the locations, then by age",
                   .kind = PluginOption::Kind::flag}},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"several traces", "yes"}, {"memory", "all states"}}},
     make_method<Ranked>(),
     of_stored_states,
     0,
     0,
     {}});

}  // namespace
}  // namespace crowfly
