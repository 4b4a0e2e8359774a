// What is new among states with the same estimate by hU first: where the estimate misleads greedy search, this one goes
// on to look elsewhere.
#include "search/methods/registry.hpp"
#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

constexpr const char* list = "novelty(hU)";

SearchResult run_novelty(const StrategyTask& task, const Limits& limits, Observer& observer) {
    std::string problem;
    Settings settings;
    apply_search(*parse_search(list, problem), settings);
    SearchOptions options = task.options;
    options.search = settings.search;
    options.guidance = settings.guidance;
    options.hasty = true;
    return search(task.network, task.formula, options, limits, observer);
}

Strategy novelty() {
    Strategy strategy{{.name = "hU-novelty", .description = "novelty first among states with equal hU"}};
    strategy.options = std::string("--search ") + list;
    strategy.finds = strategy.proves = strategy.guesses = true;
    strategy.heuristic = "hU";
    strategy.share = 25;
    strategy.order = 14;
    strategy.opening = opening_of_guesses();
    strategy.suits = can_be_estimated;
    strategy.run = run_novelty;
    return strategy;
}

const Registered<Strategy> registered_novelty(strategies(), novelty());

}  // namespace
}  // namespace crowfly
