#include "search/schedule/restarting_astar.hpp"

#include <fmt/format.h>

#include <array>

#include "search/methods/registry.hpp"
#include "search/schedule/reachability.hpp"

namespace crowfly {
namespace {

constexpr std::array weights{10, 5, 3, 2};

SearchOptions options_of(const std::string& heuristic, int weight, const SearchOptions& common) {
    std::string problem;
    SearchOptions options = common;
    options.guidance = {};
    apply_search(*parse_search(fmt::format("wastar(w={})", weight), problem), options);
    options.guidance.heuristic = *parse_heuristic(heuristic, problem);
    options.hasty = true;
    return options;
}

// The best path is that of the last search that has found one.
SearchResult run(const std::string& heuristic, std::size_t transitions, const StrategyTask& task, const Limits& limits,
                 Observer& observer) {
    SearchResult best;
    best.unfinished = "no shorter path was found";
    Statistics used;
    for (const int weight : weights) {
        if (transitions == 0) break;
        SearchOptions options = options_of(heuristic, weight, task.options);
        options.longest = transitions - 1;
        SecondObserver second(observer, used);
        SearchResult result = search(task.network, task.formula, options, left_of(limits, used), second);
        used = used + result.statistics;
        if (!result.found || !result.is_sure()) break;
        transitions = transitions_of(*result.found);
        best = std::move(result);
    }
    best.statistics = used;
    return best;
}

}  // namespace

Strategy restarting_astar(const std::string& heuristic, std::size_t transitions) {
    Strategy strategy{
        {.name = heuristic + "-restarting", .description = "restarting weighted A* with a falling weight"}};
    strategy.finds = true;
    strategy.heuristic = heuristic;
    strategy.run = [heuristic, transitions](const StrategyTask& task, const Limits& limits, Observer& observer) {
        return run(heuristic, transitions, task, limits, observer);
    };
    return strategy;
}

}  // namespace crowfly
