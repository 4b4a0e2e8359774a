// One zone around all that reach a discrete state. There are far fewer hulls than zones; where none of them holds what
// is searched for it does not exist. Processes that nothing depends on are left out.
#include <optional>

#include "reduce/reductions.hpp"
#include "search/schedule/strategy.hpp"
#include "search/settings/paced_part.hpp"

namespace crowfly {
namespace {

SearchResult run_hulls(const StrategyTask& task, const Limits& limits, Observer& observer) {
    std::optional<PacedPart> paced(limits);
    BystanderReduction reduction(task, bystanders_of(task));
    HullReduction hulls(reduction.task());
    paced.reset();
    hulls.task().options.search = "bfs";
    hulls.task().options.objective = Objective::any;
    return search_reduced({&reduction, &hulls}, limits, observer);
}

Strategy hulls() {
    Strategy strategy{
        {.name = "hulls", .description = "breadth first with one convex hull of zones per discrete state"}};
    strategy.proves = strategy.merges_zones = true;
    strategy.share = 50;
    strategy.order = 2;
    strategy.opening.insert(strategy.opening.begin(), {Round::small_spaces, glance_effort, few_states});
    strategy.suits = [](const StrategyTask& task) { return task.options.abstraction.has_value(); };
    strategy.run = run_hulls;
    return strategy;
}

const Registered<Strategy> registered_hulls(strategies(), hulls());

}  // namespace
}  // namespace crowfly
