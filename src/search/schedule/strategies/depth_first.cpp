// Depth first, each time with the successors of a state in another random order. Runs that are not lucky are ended
// after a number of states that follows the sequence of Luby, Sinclair and Zuckerman (Optimal speedup of Las Vegas
// algorithms, 1993): 1, 1, 2, 1, 1, 2, 4 … times as many as the first one had.
#include "search/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

constexpr std::size_t first_run = 1000;  // states

std::size_t luby(std::size_t i) {
    std::size_t power = 1;
    while (2 * power - 1 < i) power *= 2;
    return i == 2 * power - 1 ? power : luby(i - power + 1);
}

SearchResult run(const StrategyTask& task, const Limits& limits, Observer& observer) {
    SearchOptions options = task.options;
    options.search = "rdfs";
    SearchResult result;
    Statistics used;
    for (std::size_t i = 1;; ++i, ++options.seed) {
        Limits own = limits;
        own.explored = first_run * luby(i);
        SecondObserver second(observer, used);
        result = search(task.network, task.formula, options, own, second);
        const std::size_t stored = result.statistics.stored;
        used = result.statistics = used + result.statistics;
        used.stored = used.bytes = used.waiting = 0;
        result.statistics.stored = stored;
        if (result.unfinished != enough_states_reason) return result;
    }
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
