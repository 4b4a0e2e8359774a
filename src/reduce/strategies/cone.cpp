// Breadth first over the states of those processes that may influence the query, its cone of influence; bystanders are
// left out. They can only restrict the others, so what does not exist without them does not exist. What is found counts
// if the path can be lifted to the network, with transitions of bystanders in between.
#include <algorithm>
#include <optional>
#include <vector>

#include "reduce/reductions.hpp"
#include "search/schedule/strategy.hpp"
#include "search/settings/paced_part.hpp"

namespace crowfly {
namespace {

SearchResult run_cone(const StrategyTask& task, const Limits& limits, Observer& observer) {
    std::optional<PacedPart> paced(limits);
    const std::vector<bool> bystanders = bystanders_of(task);
    SearchResult result;
    result.unfinished = "all processes may influence the query";
    if (std::ranges::find(bystanders, true) == bystanders.end()) return result;
    BystanderReduction reduction(task, bystanders);
    paced.reset();
    reduction.compare_by_relevance();
    search_exhaustively(reduction.task().options);
    return search_reduced({&reduction}, limits, observer);
}

Strategy cone() {
    Strategy strategy{{.name = "cone", .description = "breadth first over the cone of influence of the query"}};
    strategy.finds = strategy.proves = true;
    strategy.share = 50;
    strategy.order = 4;
    // Expanding a single state of a large network takes longer than looking for what can be left out.
    strategy.first_from = 1000;
    strategy.suits = [](const StrategyTask& task) {
        return task.network.processes.size() > 1 && !mentions_deadlock(task.formula);
    };
    strategy.run = run_cone;
    return strategy;
}

const Registered<Strategy> registered_cone(strategies(), cone());

}  // namespace
}  // namespace crowfly
