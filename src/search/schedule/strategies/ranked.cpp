// Over all states by rank from the start (search/kernels/ranked.hpp). Exact search ranks states only once much was
// expanded in vain, so that it finds short traces; where zones grow while they are explored, that is late.
#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

Strategy ranked() {
    Strategy strategy{{.name = "ranked", .description = "breadth first; states that cover expanded ones get priority"}};
    strategy.finds = strategy.proves = true;
    strategy.guesses = true;  // where it stores fewer zones that shows soon
    strategy.share = 15;
    strategy.order = 7;
    strategy.suits = [](const StrategyTask& task) { return task.options.abstraction.has_value(); };
    strategy.run = [](const StrategyTask& task, const Limits& limits, Observer& observer) {
        SearchOptions options = task.options;
        options.search = "ranked";
        return search(task.network, task.formula, options, limits, observer);
    };
    return strategy;
}

const Registered<Strategy> registered_ranked(strategies(), ranked());

}  // namespace
}  // namespace crowfly
