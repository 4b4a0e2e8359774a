// Oldest first. States come in order of their distance from the start, so the first trace found is a shortest one. With
// clocks this holds only if --shortest asks for it: otherwise a state that a larger zone covers may have been reached
// by a shorter path.
#include "search/kernels/breadth_first.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> breadth_first_search(searches(),
                                                    {{.name = "bfs",
                                                      .description = "breadth first",
                                                      .options = {},
                                                      .properties = {{"complete", "yes"},
                                                                     {"shortest", "without clocks, or with --shortest"},
                                                                     {"several traces", "yes"},
                                                                     {"memory", "all states"}},
                                                      .also_called = {"breadth first"}},
                                                     make_method<BreadthFirst>(),
                                                     of_stored_states,
                                                     0,
                                                     0,
                                                     Guidance::Ties::oldest});

}  // namespace
}  // namespace crowfly
