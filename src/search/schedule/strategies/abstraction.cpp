// Checking directed by an abstraction (Edelkamp et al.: Survey on directed model checking, 2009, Fig. 1). An
// abstraction is built. If the goal cannot be reached in it, that is a proof. If it can, the abstraction guides a
// search, and if that has not answered after some states, a finer one is built. It runs only where it is asked for by
// name.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "search/methods/registry.hpp"
#include "search/schedule/compositional_proof.hpp"
#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

constexpr const char* called = "abstraction";

SearchResult search_by_abstraction(const StrategyTask& task, std::uint32_t bound, const Limits& limits,
                                   Observer& observer) {
    std::string problem;
    SearchOptions options = task.options;
    options.guidance = {};
    apply_search(*parse_search(options.wants_shortest() ? "astar" : "greedy", problem), options);
    options.guidance.heuristic = *parse_heuristic(fmt::format("mas(N={},merge=dfp)", bound), problem);
    return search(task.network, task.formula, options, limits, observer);
}

// The first abstractions prove without distances, the others guide.
SearchResult run_abstraction(const StrategyTask& task, const Limits& limits, Observer& observer) {
    constexpr std::array<std::uint32_t, 2> bounds{100, 1000};
    constexpr std::array<std::uint32_t, 4> guiding{50, 200, 1000, 5000};
    SearchResult all = prove_by_composition(task, bounds, limits, observer);
    if (all.is_sure()) return all;
    std::size_t slice = 20'000;
    for (const std::uint32_t bound : guiding) {
        Limits left = left_of(limits, all.statistics);
        const bool last = bound == guiding.back();
        if (!last) left.explored = std::min(left.explored, slice);
        SearchResult result = search_by_abstraction(task, bound, left, observer);
        result.statistics = result.statistics + all.statistics;
        const bool is_slice_over =
            result.unfinished == enough_states_reason && !last && result.statistics.explored < limits.explored;
        all = std::move(result);
        if (!is_slice_over) break;
        slice *= 10;
    }
    return all;
}

Strategy abstraction() {
    Strategy strategy{
        {.name = called,
         .description =
             "merge-and-shrink: an abstraction proves the query or guides a greedy search, and is refined in between"}};
    strategy.finds = strategy.proves = true;
    strategy.suits = [](const StrategyTask& task) {
        return std::ranges::count(task.options.strategies, called) > 0 && !mentions_deadlock(task.formula);
    };
    strategy.run = run_abstraction;
    return strategy;
}

const Registered<Strategy> registered_abstraction(strategies(), abstraction());

}  // namespace
}  // namespace crowfly
