#include "search/schedule/strategy.hpp"

#include <algorithm>
#include <tuple>

namespace crowfly {

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
