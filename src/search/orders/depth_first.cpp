// Newest first. Often at a deep goal early, with a trace that is longer than it has to be.
#include "search/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> registered(searches(), {{.name = "dfs",
                                                        .description = "depth first: newest state next",
                                                        .options = {},
                                                        .properties = {{"shortest", "no"}}},
                                                       Order::depth_first,
                                                       0,
                                                       0});

}  // namespace
}  // namespace crowfly
