// The most promising state first, by several heuristics: where one is misled another one may not be. Each is named by
// the options that ask for it alone.
#include <fmt/format.h>

#include "search/reachability.hpp"
#include "search/registry.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

struct Choices {
    std::string search;
    std::string heuristic;
    std::string preference = {};
};

SearchOptions options_of(const Choices& choices, const SearchOptions& common) {
    std::string problem;
    Settings settings;
    apply_search(*parse_search(choices.search, problem), settings);
    settings.guidance.heuristic = *parse_heuristic(choices.heuristic, problem);
    if (!choices.preference.empty()) settings.guidance.preference = *parse_preference(choices.preference, problem);
    SearchOptions options = common;
    options.search = settings.search;
    options.guidance = settings.guidance;
    options.hasty = true;
    return options;
}

Strategy guided(const Choices& choices, std::string description) {
    std::string name = fmt::format("--search {} --heuristic {}", choices.search, choices.heuristic);
    if (!choices.preference.empty()) name += fmt::format(" --prefer {}", choices.preference);
    Strategy strategy{{.name = std::move(name), .description = std::move(description)}};
    strategy.finds = strategy.guesses = true;
    strategy.heuristic = choices.heuristic;
    // Others leave out states from which only run-time errors are ahead, which breadth first search reports.
    strategy.proves = choices.heuristic == "hU";
    strategy.suits = can_be_estimated;
    strategy.run = [choices](const StrategyTask& task, const Limits& limits, Observer& observer) {
        return search(task.network, task.formula, options_of(choices, task.options), limits, observer);
    };
    return strategy;
}

// Finds short traces with few states where hU is good, and is given up soon where it is not.
Strategy short_traces() {
    Strategy strategy = guided({"wastar(w=5)", "hU", "useless"}, "hU with some weight on the path so far");
    strategy.share = 3;
    strategy.finds_short = strategy.improves = true;
    strategy.joins_after = 1;
    strategy.first_turn = 80'000'000;
    strategy.first_states = 1000;
    return strategy;
}

Strategy useless() {
    Strategy strategy = guided({"greedy(ties=oldest)", "hU", "useless"}, "nearest by hU, useless transitions last");
    strategy.share = 10;
    strategy.joins_after = 2;
    strategy.first_turn = 60'000'000;
    return strategy;
}

Strategy later(const Choices& choices, std::string description, std::uint32_t share, std::uint64_t joins_after,
               std::uint64_t first_turn) {
    Strategy strategy = guided(choices, std::move(description));
    strategy.share = share;
    strategy.joins_after = joins_after;
    strategy.first_turn = first_turn;
    return strategy;
}

const Registered<Strategy> first(strategies(), short_traces());
const Registered<Strategy> second(strategies(), useless());
const Registered<Strategy> third(strategies(), later({"greedy", "hU"}, "nearest by hU", 4, 40'000'000, 5'000'000));
const Registered<Strategy> fourth(strategies(),
                                  later({"greedy", "formula"}, "nearest by the formula", 10, 45'000'000, 10'000'000));
const Registered<Strategy> fifth(strategies(), later({"greedy", "hU", "helpful"}, "nearest by hU, helpful preferred", 2,
                                                     100'000'000, 1'000'000));
const Registered<Strategy> sixth(strategies(),
                                 later({"greedy", "hcg"}, "nearest by the causal graph", 2, 120'000'000, 1'000'000));

}  // namespace
}  // namespace crowfly
