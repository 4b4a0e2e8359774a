#include "search/schedule/strategy.hpp"

#include <algorithm>
#include <tuple>

#include "network/formula.hpp"

namespace crowfly {
namespace {

bool begins_first(const Strategy& strategy, const Network& network) {
    return network.processes.size() >= strategy.first_from;
}

bool is_wanted(const Strategy& strategy, const SearchOptions& options) {
    return options.strategies.empty() || std::ranges::count(options.strategies, strategy.name) > 0;
}

bool is_deadlock(const Formula& formula) {
    if (formula.kind == Formula::Kind::deadlock) return true;
    return formula.operands.size() == 1 && is_deadlock(formula.operands.front());
}

}  // namespace

bool can_be_estimated(const StrategyTask& task) { return !is_deadlock(task.formula); }

void search_exhaustively(SearchOptions& options) {
    options.adaptive = options.abstraction.has_value() && !options.shortest;
    options.search = options.adaptive ? "ranked" : "bfs";
}

Registry<Strategy>& strategies() {
    static Registry<Strategy> registry;
    return registry;
}

std::uint64_t joins_after(const Strategy& strategy, const Network& network) {
    return begins_first(strategy, network) ? 0 : strategy.joins_after;
}

std::vector<const Strategy*> strategies_for(const StrategyTask& task) {
    std::vector<const Strategy*> chosen;
    for (const Strategy& strategy : strategies().all()) {
        // Where the shortest trace is wanted what others find first does not count, but a proof does.
        const bool helps = strategy.sees_all || strategy.proves || !task.options.shortest;
        if (helps && is_wanted(strategy, task.options) && (strategy.suits == nullptr || strategy.suits(task)))
            chosen.push_back(&strategy);
    }
    std::ranges::sort(chosen, {}, [&](const Strategy* strategy) {
        const bool is_early = strategy->instant || begins_first(*strategy, task.network);
        return std::tuple(joins_after(*strategy, task.network), !is_early, std::string_view(strategy->name));
    });
    return chosen;
}

}  // namespace crowfly
