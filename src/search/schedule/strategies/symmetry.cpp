// Breadth first over one state of each orbit, where like processes can change places. Finding out what is symmetric
// takes as long as expanding many states.
#include <optional>

#include "network/symmetry/symmetry.hpp"
#include "search/paced_part.hpp"
#include "search/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

SearchResult run_symmetry(const StrategyTask& task, const Limits& limits, Observer& observer) {
    std::optional<PacedPart> paced(limits);
    std::vector<std::string> why_not;
    const std::optional<Symmetry> symmetry = find_symmetry(task.network, {&task.formula}, why_not);
    SearchResult result;
    result.unfinished = "no like processes can change places";
    if (!symmetry) return result;
    paced.reset();
    SearchOptions options = task.options;
    search_exhaustively(options);
    options.symmetry = &*symmetry;
    result = search(task.network, task.formula, options, limits, observer);
    if (result.proof) result.proof->search += ", one state of each orbit";
    return result;
}

Strategy symmetric() {
    Strategy strategy{{.name = "symmetry", .description = "breadth first with symmetry reduction"}};
    strategy.finds = strategy.proves = true;
    strategy.share = 40;
    strategy.order = 5;
    strategy.suits = [](const StrategyTask& task) { return task.options.symmetry == nullptr; };
    strategy.run = run_symmetry;
    return strategy;
}

const Registered<Strategy> registered_symmetry(strategies(), symmetric());

}  // namespace
}  // namespace crowfly
