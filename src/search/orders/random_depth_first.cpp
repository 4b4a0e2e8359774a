// Newest first, its successors in random order, so that no order of declarations can lead the search astray every time.
#include "search/kernels/depth_first.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

const Registered<SearchPlugin> random_depth_first_search(
    searches(),
    {{.name = "rdfs",
      .description = "depth first with the successors of each state in random order",
      .options =
          {{.name = "--seed", .text = "the same seed gives the same order", .kind = PluginOption::Kind::outer},
           {.name = "restart",
            .text =
                "the number of states after which it restarts with another order, times 1, 1, 2, 1, 1, 2, 4 … (Luby)",
            .kind = PluginOption::Kind::number,
            .least = 1,
            .most = 1'000'000'000,
            .wrong = "`{}` is not a number of states; write for example restart=1000"}},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"several traces", "yes"}, {"memory", "all states"}},
      .also_called = {"random depth first"}},
     make_method<RandomDepthFirst>(),
     of_stored_states,
     0,
     0,
     Guidance::Ties::random});

}  // namespace
}  // namespace crowfly
