// A proof by composition, see compositional_proof.hpp.
#include <array>

#include "search/schedule/compositional_proof.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

Strategy compositional() {
    Strategy strategy{{.name = "compositional",
                       .description = "compositional proof: processes are merged two by two and shrunk in between"}};
    strategy.proves = true;
    strategy.share = 20;
    strategy.guesses = true;
    strategy.order = 6;
    // An abstraction has fewer deadlocks.
    strategy.suits = [](const StrategyTask& task) { return !mentions_deadlock(task.formula); };
    strategy.run = [](const StrategyTask& task, const Limits& limits, Observer& observer) {
        constexpr std::array<std::uint32_t, 3> bounds{100, 1000, 5000};
        return prove_by_composition(task, bounds, limits, observer);
    };
    return strategy;
}

const Registered<Strategy> registered_compositional(strategies(), compositional());

}  // namespace
}  // namespace crowfly
