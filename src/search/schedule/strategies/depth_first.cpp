// Depth first, at first with the successors of a state in the order of the model, then each time in another random
// order: runs that are not lucky are ended, see search/schedule/restarts.hpp.
#include <algorithm>

#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

constexpr std::size_t first_run = 1000;  // states

SearchResult run_depth_first(const StrategyTask& task, const Limits& limits, Observer& observer) {
    SearchOptions options = task.options;
    options.search = "dfs";
    Limits few = limits;
    few.explored = std::min(limits.explored, first_run);
    SearchResult result = search(task.network, task.formula, options, few, observer);
    if (result.unfinished != enough_states_reason || limits.explored <= first_run) return result;
    const Statistics used = result.statistics;
    SecondObserver second(observer, used);
    options.search = "rdfs";
    options.restart = first_run;
    result = search(task.network, task.formula, options, left_of(limits, used), second);
    result.statistics = used + result.statistics;
    return result;
}

Strategy restarts() {
    Strategy strategy{{.name = "random-depth-first", .description = "random depth first with restarts"}};
    strategy.finds = strategy.proves = strategy.guesses = true;
    strategy.share = 15;
    strategy.order = 20;
    strategy.opening = opening_of_guesses();
    strategy.run = run_depth_first;
    return strategy;
}

const Registered<Strategy> registered_depth_first(strategies(), restarts());

}  // namespace
}  // namespace crowfly
