// Strategies that may answer whether a state can be reached. Each registers itself from its own file in strategies/ and
// says what it may answer and how much of the effort it gets; the schedule (schedule.hpp) lets them take turns.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "base/plugins/registry.hpp"
#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"

namespace crowfly {

struct StrategyTask {
    const Network& network;
    const Formula& formula;
    SearchOptions options;  // what all strategies have in common
};

// Before turns go by shares, strategies have those of the opening, round by round: what small state spaces and short
// traces answer is answered at once, and nobody has a long turn before everybody has had a short one.
enum class Round : std::uint8_t { small_spaces, short_traces, first_look, second_look, third_look };

struct OpeningTurn {
    Round round{};
    std::uint64_t effort = 0;
    std::size_t states = std::numeric_limits<std::size_t>::max();  // that are expanded
};

// A network with fewer transitions is small.
constexpr std::size_t small_network = 100;

// "At most 2 ms before anybody has 50 ms": see search/settings/pacer.hpp for the unit.
constexpr std::uint64_t glance_effort = 200'000;
constexpr std::size_t few_states = 15;
constexpr std::uint64_t first_look_effort = 2'000'000;
constexpr std::uint64_t second_look_effort = 10'000'000;
constexpr std::uint64_t third_look_effort = 40'000'000;

struct Strategy : Declaration {
    bool finds = false;          // may find a state, by a path that exists
    bool proves = false;         // may prove that there is none
    bool sees_all = false;       // what goes wrong in the model it meets as the model says: run-time errors count
    bool finds_short = false;    // its paths are short, and need not be shortened
    bool improves = false;       // it is worth going on with it for a while after another one has found a path
    std::string heuristic = {};  // that guides it; empty: none
    std::string options = {};    // that ask for this strategy alone: "--search greedy --heuristic hU"; empty: none do
    std::uint32_t share = 1;     // of the effort, as compared with other strategies
    std::optional<std::uint32_t> share_without_clocks = {};  // if it is another one
    bool guesses = false;  // what it has not found after seconds it seldom finds later: a quarter of the share then
    bool merges_zones = false;  // likewise, where exact search stores about one zone per discrete state
    std::uint32_t order = 100;  // in a round of the opening; the least first
    std::optional<std::uint32_t> order_in_small_networks = {};  // if it is another one
    // In networks of so many processes it is the first to begin.
    std::size_t first_from = std::numeric_limits<std::size_t>::max();
    std::vector<OpeningTurn> opening = {{Round::first_look, first_look_effort},
                                        {Round::second_look, second_look_effort},
                                        {Round::third_look, third_look_effort}};
    bool (*suits)(const StrategyTask& task) = nullptr;  // null: always
    std::function<SearchResult(const StrategyTask& task, const Limits& limits, Observer& observer)> run = {};
};

// Of strategies that find a goal soon or hardly at all: others have longer turns.
inline std::vector<OpeningTurn> opening_of_guesses() {
    return {{Round::first_look, first_look_effort},
            {Round::second_look, second_look_effort / 2},
            {Round::third_look, third_look_effort / 4 * 3}};
}

Registry<Strategy>& strategies();

// By its name, in which a blank is as good as a hyphen, or by the options that ask for it alone. Null: there is none.
const Strategy* strategy_called(std::string_view name);

std::uint32_t share_of(const Strategy& strategy, const StrategyTask& task);

// For strategies with a heuristic: heuristics know nothing of deadlocks.
bool can_be_estimated(const StrategyTask& task);

// For strategies that expand all states there are: breadth first, or by rank where that expands fewer and no shortest
// path is wanted.
void search_exhaustively(SearchOptions& options);

// The strategies that suit a task, in the order in which they begin.
std::vector<const Strategy*> strategies_for(const StrategyTask& task);

}  // namespace crowfly
