// Oldest first. States come in order of their distance from the start, so that the first trace found is a shortest one.
#include "search/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> registered(searches(), {{.name = "bfs",
                                                        .description = "breadth first: oldest state next",
                                                        .options = {},
                                                        .properties = {{"shortest", "yes"}}},
                                                       Order::breadth_first,
                                                       0,
                                                       0});

}  // namespace
}  // namespace crowfly
