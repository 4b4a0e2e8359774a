// Breadth first over all states: finds what lies near by a shortest path, and proves that nothing is there once all
// states were expanded.
#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

SearchResult run_exact(const StrategyTask& task, const Limits& limits, Observer& observer) {
    SearchOptions options = task.options;
    search_exhaustively(options);
    return search(task.network, task.formula, options, limits, observer);
}

Strategy exact() {
    Strategy strategy{{.name = "exact", .description = "breadth first over all states"}};
    strategy.finds = strategy.proves = strategy.sees_all = true;
    strategy.share = 80;
    strategy.share_without_clocks = 35;  // nothing covers a state, and large spaces are seldom finished
    strategy.order = 0;
    strategy.opening.insert(strategy.opening.begin(), {Round::small_spaces, glance_effort, 3 * few_states});
    strategy.run = run_exact;
    return strategy;
}

const Registered<Strategy> registered_exact(strategies(), exact());

}  // namespace
}  // namespace crowfly
