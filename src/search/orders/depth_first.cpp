// Newest first. Often at a deep goal early, with a trace that is longer than it has to be.
#include "search/kernels/depth_first.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> depth_first_search(
    searches(),
    {{.name = "dfs",
      .description = "depth first",
      .options = {},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"several traces", "yes"}, {"memory", "all states"}},
      .also_called = {"depth first"}},
     make_method<DepthFirst>(),
     of_stored_states,
     0,
     0,
     Guidance::Ties::newest});

}  // namespace
}  // namespace crowfly
