// Strategies that may answer whether a state can be reached. Each registers itself from its own file in strategies/ and
// says what it may answer and how much of the effort it gets; the schedule (schedule.hpp) lets them take turns.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "base/registry.hpp"
#include "search/search_options.hpp"
#include "search/search_result.hpp"

namespace crowfly {

struct StrategyTask {
    const Network& network;
    const Formula& formula;
    SearchOptions options;  // what all strategies have in common
};

struct Strategy : Declaration {
    bool finds = false;          // may find a state, by a path that exists
    bool proves = false;         // may prove that there is none
    bool sees_all = false;       // what goes wrong in the model it meets as the model says: run-time errors count
    bool finds_short = false;    // its paths are short, and need not be shortened
    bool improves = false;       // it is worth going on with it for a while after another one has found a path
    std::string heuristic = {};  // that guides it; empty: none
    std::uint32_t share = 1;     // of the effort, as compared with other strategies
    bool guesses = false;  // what it has not found after seconds it seldom finds later: a quarter of the share then
    bool merges_zones = false;      // likewise, where exact search stores about one zone per discrete state
    std::uint64_t joins_after = 0;  // so much effort of all
    // In networks of so many processes it is the first to begin.
    std::size_t first_from = std::numeric_limits<std::size_t>::max();
    bool instant = false;  // it takes no time to speak of: of those that join together it begins first
    // How long it goes on before anybody else has a turn again, in effort and in states.
    std::uint64_t first_turn = 200'000;
    std::size_t first_states = std::numeric_limits<std::size_t>::max();
    bool (*suits)(const StrategyTask& task) = nullptr;  // null: always
    std::function<SearchResult(const StrategyTask& task, const Limits& limits, Observer& observer)> run = {};
};

Registry<Strategy>& strategies();

// For strategies with a heuristic: heuristics know nothing of deadlocks.
bool can_be_estimated(const StrategyTask& task);

// For strategies that expand all states there are: breadth first, or by rank where that expands fewer and no shortest
// path is wanted.
void search_exhaustively(SearchOptions& options);

// After how much effort of all others it has its first turn.
std::uint64_t joins_after(const Strategy& strategy, const Network& network);

// The strategies that suit a task, in the order in which they begin.
std::vector<const Strategy*> strategies_for(const StrategyTask& task);

}  // namespace crowfly
