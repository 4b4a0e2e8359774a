#include "search/schedule/strategy.hpp"

#include <algorithm>
#include <tuple>

#include "network/formula.hpp"

namespace crowfly {
namespace {

bool is_deadlock(const Formula& formula) {
    if (formula.kind == Formula::Kind::deadlock) return true;
    return formula.operands.size() == 1 && is_deadlock(formula.operands.front());
}

}  // namespace

bool can_be_estimated(const StrategyTask& task) { return !is_deadlock(task.formula); }

Registry<Strategy>& strategies() {
    static Registry<Strategy> registry;
    return registry;
}

std::vector<const Strategy*> strategies_for(const StrategyTask& task) {
    std::vector<const Strategy*> chosen;
    for (const Strategy& strategy : strategies().all()) {
        // Where the shortest trace is wanted what others find first does not count, but a proof does.
        const bool helps = strategy.sees_all || strategy.proves || !task.options.shortest;
        if (helps && (strategy.suits == nullptr || strategy.suits(task))) chosen.push_back(&strategy);
    }
    std::ranges::sort(chosen, [](const Strategy* a, const Strategy* b) {
        return std::tuple(a->joins_after, !a->instant, a->name) < std::tuple(b->joins_after, !b->instant, b->name);
    });
    return chosen;
}

}  // namespace crowfly
