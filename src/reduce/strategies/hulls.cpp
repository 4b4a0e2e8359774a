// One zone around all that reach a discrete state. There are far fewer hulls than zones; where none of them holds what
// is searched for it does not exist. Processes that nothing depends on are left out.
#include <array>
#include <optional>

#include "network/pruning/bystanders.hpp"
#include "search/paced_part.hpp"
#include "search/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

// Widening keeps the number of hulls finite; what the comparison by simulation forgets has to be forgotten by it.
Abstraction widening_for(Abstraction abstraction) {
    if (abstraction == Abstraction::a_lu) return Abstraction::lu_plus;
    return abstraction == Abstraction::a_m ? Abstraction::m_plus : abstraction;
}

SearchResult run_hulls(const StrategyTask& task, const Limits& limits, Observer& observer) {
    SearchOptions options = task.options;
    options.search = "bfs";
    options.shortest = false;
    options.hull = true;
    options.tasks = {};  // of another network
    options.symmetry = nullptr;
    options.abstraction = widening_for(*options.abstraction);
    std::optional<PacedPart> paced(limits);
    const WithoutBystanders reduced = without_bystanders(task.network, std::array{&task.formula}, Bystanders::any);
    paced.reset();
    SearchResult result = search(reduced.network, task.formula, options, limits, observer);
    if (result.proof) result.proof->without = reduced.left_out;
    return result;
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
