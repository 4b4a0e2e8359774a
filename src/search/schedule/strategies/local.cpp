// In local time: where processes move independently of each other far fewer zones are stored, each of them larger. It
// joins late: small spaces are explored by then.
#include "network/locality.hpp"
#include "search/local_time.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

SearchResult run_local(const StrategyTask& task, const Limits& limits, Observer& observer) {
    SearchResult result;
    const std::optional<Locality> locality = find_locality(task.network, task.formula, result.unfinished);
    if (!locality) return result;
    if (!local_time_seems_worthwhile(task.network, *locality, task.formula, task.options)) {
        result.unfinished = "local time merges no zones here";
        return result;
    }
    SearchOptions options = task.options;
    options.search = options.shortest ? "bfs" : "ranked";
    return search_in_local_time(task.network, *locality, task.formula, options, limits, observer);
}

Strategy local() {
    Strategy strategy{{.name = "local", .description = "in local time: each process has its own time"}};
    strategy.finds = strategy.proves = true;
    strategy.guesses = true;  // where it stores far fewer zones that shows soon
    strategy.share = 60;
    strategy.joins_after = 15'000'000;
    strategy.suits = [](const StrategyTask& task) {
        return task.options.abstraction == Abstraction::a_lu && task.options.symmetry == nullptr &&
               task.network.processes.size() > 1 && !mentions_deadlock(task.formula);
    };
    strategy.run = run_local;
    return strategy;
}

const Registered<Strategy> registered_local(strategies(), local());

}  // namespace
}  // namespace crowfly
