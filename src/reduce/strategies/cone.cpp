// Breadth first over the states of those processes that may influence the query, its cone of influence; bystanders are
// left out. They can only restrict the others, so what does not exist without them does not exist. What is found counts
// if the path can be lifted to the network, with transitions of bystanders in between.
#include <algorithm>
#include <array>
#include <optional>

#include "network/pruning/bystanders.hpp"
#include "reduce/lift.hpp"
#include "search/paced_part.hpp"
#include "search/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

SearchResult lifted(const LiftingTask& lifting, const Limits& limits, Observer& observer, const Statistics& used) {
    SecondObserver second(observer, used);
    SearchResult result = lift(lifting, left_of(limits, used), second);
    result.statistics = used + result.statistics;
    return result;
}

SearchResult run_cone(const StrategyTask& task, const Limits& limits, Observer& observer) {
    std::optional<PacedPart> paced(limits);
    const std::vector<bool> bystanders = find_bystanders(task.network, std::array{&task.formula}, Bystanders::any);
    SearchResult result;
    result.unfinished = "all processes may influence the query";
    if (std::ranges::find(bystanders, true) == bystanders.end()) return result;
    const Network reduced = without_processes(task.network, bystanders);
    paced.reset();
    std::optional<Distinction> compared;
    if (task.options.compared != nullptr) compared.emplace(reduced, slots_read(task.formula));
    SearchOptions options = task.options;
    search_exhaustively(options);
    options.tasks = {};  // of another network
    options.symmetry = nullptr;
    options.compared = compared ? &*compared : nullptr;
    result = search(reduced, task.formula, options, limits, observer);
    if (result.proof) result.proof->without = names_of(task.network, bystanders);
    if (!result.found || !result.is_sure()) return result;
    const Path path = std::move(*result.found);
    const bool is_short = result.is_short;
    const LiftingTask lifting{task.network, task.formula, task.options, bystanders, reduced, options.compared, path};
    result = lifted(lifting, limits, observer, result.statistics);
    // No path of the network is shorter than all without bystanders.
    result.is_short = is_short && result.found && result.found->size() == path.size();
    return result;
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
