// The state first that looks nearest to the goal, by several heuristics: where one is misled another one may not be.
#include "search/reachability.hpp"
#include "search/registry.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

Strategy greedy(std::string name, std::string description, std::string heuristic, std::string preference,
                Guidance::Ties ties, std::uint32_t share, std::uint64_t joins_after) {
    Strategy strategy{{.name = std::move(name), .description = std::move(description)}};
    strategy.finds = true;
    strategy.share = share;
    strategy.joins_after = joins_after;
    strategy.run = [=](const StrategyTask& task, const Limits& limits, Observer& observer) {
        SearchOptions options = task.options;
        options.search = "greedy";
        options.hasty = true;
        std::string problem;
        options.guidance = {};
        options.guidance.heuristic = *parse_heuristic(heuristic, problem);
        options.guidance.ties = ties;
        if (!preference.empty()) options.guidance.preference = *parse_preference(preference, problem);
        return search(task.network, task.formula, options, limits, observer);
    };
    return strategy;
}

using Ties = Guidance::Ties;

const Registered<Strategy> useless(strategies(), greedy("useless", "nearest by hU, useless transitions last", "hU",
                                                        "useless", Ties::oldest, 20, 1));
const Registered<Strategy> monotonicity(strategies(),
                                        greedy("hU", "nearest by hU", "hU", "", Ties::newest, 10, 2'000'000));
const Registered<Strategy> formula(strategies(), greedy("formula", "nearest by the formula", "formula", "",
                                                        Ties::newest, 10, 4'000'000));
const Registered<Strategy> causal(strategies(), greedy("hcg", "nearest by the causal graph", "hcg", "", Ties::newest,
                                                       5, 10'000'000));
const Registered<Strategy> helpful(strategies(), greedy("helpful", "nearest by hU, helpful transitions preferred",
                                                        "hU", "helpful", Ties::newest, 5, 8'000'000));

}  // namespace
}  // namespace crowfly
