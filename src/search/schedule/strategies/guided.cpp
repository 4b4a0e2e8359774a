// Best first by several heuristics: if one misleads the search, another one may not. The short name of a strategy
// begins with its heuristic; the options that ask for it alone stand beside the name.
#include <fmt/format.h>

#include "search/methods/registry.hpp"
#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

struct Choices {
    std::string name;  // of the strategy
    std::string search;
    std::string heuristic;
    std::string preference = {};
};

SearchOptions options_of(const Choices& choices, const SearchOptions& common) {
    std::string problem;
    SearchOptions options = common;
    options.guidance = {};
    apply_search(*parse_search(choices.search, problem), options);
    options.guidance.heuristic = *parse_heuristic(choices.heuristic, problem);
    if (!choices.preference.empty()) options.guidance.preference = *parse_preference(choices.preference, problem);
    options.hasty = true;
    return options;
}

Strategy guided(const Choices& choices, std::string description) {
    Strategy strategy{{.name = choices.name, .description = std::move(description)}};
    strategy.options = fmt::format("--search {} --heuristic {}", choices.search, choices.heuristic);
    if (!choices.preference.empty()) strategy.options += fmt::format(" --prefer {}", choices.preference);
    strategy.finds = strategy.guesses = true;
    strategy.heuristic = choices.heuristic;
    // Others leave out states from which only run-time errors are ahead, which breadth first search reports.
    strategy.proves = choices.heuristic == "hU";
    strategy.suits = can_be_estimated;
    strategy.opening = opening_of_guesses();
    strategy.run = [choices](const StrategyTask& task, const Limits& limits, Observer& observer) {
        return search(task.network, task.formula, options_of(choices, task.options), limits, observer);
    };
    return strategy;
}

// Finds short traces with few states where hU is good, and is given up soon where it is not.
Strategy short_traces() {
    Strategy strategy = guided({"hU-weighted", "wastar(w=5)", "hU", "useless"},
                               "weighted A* with w = 5 and h = hU, useless transitions last");
    strategy.share = 3;
    strategy.finds_short = strategy.improves = true;
    strategy.order = 10;
    strategy.opening = {{Round::short_traces, 50'000'000, 1000}};
    return strategy;
}

Strategy useless() {
    Strategy strategy =
        guided({"hU-useless", "greedy(ties=oldest)", "hU", "useless"}, "greedy with h = hU, useless transitions last");
    strategy.improves = true;
    strategy.share = 10;
    strategy.order = 11;
    return strategy;
}

// Transitions that interfere with the previous one lead to deep goals with few states where processes interact seldom.
// In a small network the strategy expands few states before it finds such a goal, so it precedes weighted A*. hL needs
// half the states of hU on the mutex models of Table 6.1.
Strategy contexts() {
    Strategy strategy =
        guided({"hL-contexts", "greedy(lazy)", "hL", "contexts"}, "greedy with h = hL, interfering transitions first");
    strategy.share = 8;
    strategy.order = 11;
    strategy.order_in_small_networks = 9;
    strategy.opening.front() = {Round::short_traces, 12'000'000};
    strategy.suits = [](const StrategyTask& task) {
        return task.network.processes.size() > 1 && can_be_estimated(task);
    };
    return strategy;
}

Strategy later(const Choices& choices, std::string description, std::uint32_t share, std::uint32_t order) {
    Strategy strategy = guided(choices, std::move(description));
    strategy.share = share;
    strategy.order = order;
    return strategy;
}

const Registered<Strategy> first(strategies(), short_traces());
const Registered<Strategy> second(strategies(), useless());
const Registered<Strategy> third(strategies(), later({"hU-lazy", "greedy(lazy)", "hU", "helpful"},
                                                     "lazy greedy with h = hU, helpful transitions first", 25, 12));
const Registered<Strategy> fourth(strategies(),
                                  later({"formula", "greedy", "formula"}, "greedy with h = formula", 12, 21));
const Registered<Strategy> fifth(strategies(), later({"hU", "greedy", "hU"}, "greedy with h = hU", 8, 23));
const Registered<Strategy> sixth(strategies(), later({"hU-helpful", "greedy", "hU", "helpful"},
                                                     "greedy with h = hU, helpful transitions first", 20, 13));
const Registered<Strategy> seventh(strategies(), contexts());
const Registered<Strategy> eighth(strategies(), later({"hcg", "greedy", "hcg"}, "greedy with h = hcg", 4, 25));

}  // namespace
}  // namespace crowfly
