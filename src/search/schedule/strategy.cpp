#include "search/schedule/strategy.hpp"

#include <algorithm>
#include <tuple>

#include "network/formula.hpp"

namespace crowfly {
namespace {

bool begins_first(const Strategy& strategy, const Network& network) {
    return network.processes.size() >= strategy.first_from;
}

std::uint32_t order_of(const Strategy& strategy, const StrategyTask& task) {
    const bool is_small = task.network.transitions.size() < small_network;
    return is_small ? strategy.order_in_small_networks.value_or(strategy.order) : strategy.order;
}

bool is_wanted(const Strategy& strategy, const SearchOptions& options) {
    return options.strategies.empty() || std::ranges::count(options.strategies, strategy.name) > 0;
}

bool is_deadlock(const Formula& formula) {
    if (formula.kind == Formula::Kind::deadlock) return true;
    return formula.operands.size() == 1 && is_deadlock(formula.operands.front());
}

}  // namespace

std::uint32_t share_of(const Strategy& strategy, const StrategyTask& task) {
    return task.options.abstraction ? strategy.share : strategy.share_without_clocks.value_or(strategy.share);
}

bool can_be_estimated(const StrategyTask& task) { return !is_deadlock(task.formula); }

void search_exhaustively(SearchOptions& options) {
    options.adaptive = options.abstraction.has_value() && !options.wants_shortest();
    options.search = options.adaptive ? "ranked" : "bfs";
}

Registry<Strategy>& strategies() {
    static Registry<Strategy> registry;
    return registry;
}

const Strategy* strategy_called(std::string_view name) {
    std::string hyphenated(name);
    std::ranges::replace(hyphenated, ' ', '-');
    if (const Strategy* strategy = strategies().find(hyphenated)) return strategy;
    const auto found = std::ranges::find(strategies().all(), name, &Strategy::options);
    return name.empty() || found == strategies().all().end() ? nullptr : &*found;
}

std::vector<const Strategy*> strategies_for(const StrategyTask& task) {
    std::vector<const Strategy*> chosen;
    for (const Strategy& strategy : strategies().all()) {
        // Where the shortest trace is wanted what others find first does not count, but a proof does.
        const bool helps = strategy.sees_all || strategy.proves || !task.options.wants_shortest();
        if (helps && is_wanted(strategy, task.options) && (strategy.suits == nullptr || strategy.suits(task)))
            chosen.push_back(&strategy);
    }
    std::ranges::sort(chosen, {}, [&](const Strategy* strategy) {
        const Round first = strategy->opening.front().round;
        const bool is_first = begins_first(*strategy, task.network);
        // Without clocks, state spaces that are not small are seldom explored in seconds.
        const bool is_later = !(strategy->guesses && strategy->finds) && !task.options.abstraction;
        return std::tuple(!is_first, first, is_later, order_of(*strategy, task), std::string_view(strategy->name));
    });
    return chosen;
}

}  // namespace crowfly
