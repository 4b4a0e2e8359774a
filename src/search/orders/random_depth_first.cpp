// Newest first, its successors in random order, so that no order of declarations can lead the search astray every time.
#include "search/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> registered(
    searches(),
    {{.name = "rdfs",
      .description = "depth first, the successors of a state in random order",
      .options = {{.name = "--seed", .text = "the same seed gives the same order", .kind = PluginOption::Kind::outer}},
      .properties = {{"shortest", "no"}}},
     Order::random_depth_first,
     0,
     0});

}  // namespace
}  // namespace crowfly
