// Depth first, each time with the successors of a state in another random order: runs that are not lucky are ended, see
// search/restarts.hpp.
#include "search/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

SearchResult run(const StrategyTask& task, const Limits& limits, Observer& observer) {
    SearchOptions options = task.options;
    options.search = "rdfs";
    options.restart = 1000;
    return search(task.network, task.formula, options, limits, observer);
}

Strategy restarts() {
    Strategy strategy{{.name = "random depth first", .description = "depth first at random, again and again"}};
    strategy.finds = strategy.proves = true;
    strategy.share = 8;
    strategy.joins_after = 30'000'000;
    strategy.run = run;
    return strategy;
}

const Registered<Strategy> registered(strategies(), restarts());

}  // namespace
}  // namespace crowfly
