// Breadth first over one state of each orbit, where like processes can change places. Finding out what is symmetric
// takes as long as expanding many states.
#include <optional>

#include "reduce/reductions.hpp"
#include "search/schedule/strategy.hpp"
#include "search/settings/paced_part.hpp"

namespace crowfly {
namespace {

SearchResult run_symmetry(const StrategyTask& task, const Limits& limits, Observer& observer) {
    std::optional<PacedPart> paced(limits);
    SymmetryReduction reduction(task);
    SearchResult result;
    result.unfinished = "no like processes can change places";
    if (!reduction.is_symmetric()) return result;
    paced.reset();
    search_exhaustively(reduction.task().options);
    return search_reduced({&reduction}, limits, observer);
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
