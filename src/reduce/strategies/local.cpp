// In local time: where processes move independently of each other far fewer zones are stored, each of them larger.
// Small spaces are explored at once; before a large one, a glance has to show that zones are merged.
#include <algorithm>
#include <optional>

#include "network/analyses/locality.hpp"
#include "reduce/local_time.hpp"
#include "search/schedule/strategy.hpp"
#include "search/settings/paced_part.hpp"

namespace crowfly {
namespace {

constexpr std::size_t small_space = 1000;  // states

SearchResult run_local(const StrategyTask& task, const Limits& limits, Observer& observer) {
    SearchResult result;
    std::optional<PacedPart> paced(limits);
    const std::optional<Locality> locality = find_locality(task.network, task.formula, result.unfinished);
    paced.reset();
    if (!locality) return result;
    LocalTimeReduction reduction(task, *locality);
    reduction.task().options.search = task.options.wants_shortest() ? "bfs" : "ranked";
    Limits few = limits;
    few.explored = std::min(limits.explored, small_space);
    result = search_reduced({&reduction}, few, observer);
    if (result.unfinished != enough_states_reason || limits.explored <= small_space) return result;
    const Statistics used = result.statistics;
    paced.emplace(limits);
    if (!local_time_seems_worthwhile(task.network, *locality, task.formula, task.options)) {
        result.unfinished = "local time merges no zones here";
        return result;
    }
    paced.reset();
    SecondObserver second(observer, used);
    result = search_reduced({&reduction}, left_of(limits, used), second);
    result.statistics = used + result.statistics;
    return result;
}

Strategy local() {
    Strategy strategy{{.name = "local", .description = "breadth first with local-time zones"}};
    strategy.finds = strategy.proves = true;
    strategy.guesses = true;  // where it stores far fewer zones that shows soon
    strategy.share = 60;
    strategy.order = 3;
    strategy.opening.insert(strategy.opening.begin(), {Round::small_spaces, glance_effort, few_states});
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
