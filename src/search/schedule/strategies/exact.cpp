// Breadth first over all states: finds what lies near by a shortest path, and proves that nothing is there once all
// states were expanded.
#include "search/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

SearchResult run(const StrategyTask& task, const Limits& limits, Observer& observer) {
    SearchOptions options = task.options;
    options.search = "bfs";
    return search(task.network, task.formula, options, limits, observer);
}

const Registered<Strategy> registered(strategies(), {{.name = "exact", .description = "breadth first over all states"},
                                                     true,
                                                     true,
                                                     true,
                                                     50,
                                                     0,
                                                     nullptr,
                                                     run});

}  // namespace
}  // namespace crowfly
