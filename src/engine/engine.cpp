#include "engine/engine.hpp"

#include <fmt/format.h>

#include <array>

#include "search/registry.hpp"

namespace crowfly {

std::string order_against_objective(const Question& q) {
    if (q.settings.objective == Objective::any) return "";
    const std::string option = q.settings.objective == Objective::shortest ? "--shortest" : "--fastest";
    if (q.settings.guidance.preference.any())
        return option + " cannot be used with --prefer: what is preferred is found first, whether it is best or not";
    if (is_guided(q.settings) && !q.settings.guidance.bounding) {
        if (q.settings.objective == Objective::fastest) return "--fastest has a search of its own; leave --search out";
        if (q.settings.guidance.own == 0) return "--shortest cannot be used with greedy search; use astar";
        if (!guarantees_of(q.settings.guidance.heuristic).admissible) {
            return fmt::format("--shortest needs a heuristic that never estimates too much, and `{}` may",
                               to_string(q.settings.guidance.heuristic));
        }
        if (!q.settings.guidance.is_shortest()) return "--shortest cannot be used with a weight or with lazy estimates";
    } else if (const SearchPlugin* plugin = searches().find(q.settings.search); !plugin->has("shortest")) {
        return option + " cannot be used with --search " + q.settings.search;
    }
    if (if_reach(q.query) != nullptr) return "";
    return option + " is for E<> and A[] only";
}

std::span<const Engine* const> engines() {
    static const std::array<const Engine*, 2> all{&discrete_engine(), &zone_engine()};
    return all;
}

Choice choose_engine(const Network& network, const Property& query) {
    Choice choice;
    for (const Engine* engine : engines()) {
        std::optional<Obstacle> why = engine->cannot(network, query);
        if (!why) {
            choice.engine = engine;
            break;
        }
        choice.refusals.push_back({engine->name(), std::move(*why)});
    }
    return choice;
}

}  // namespace crowfly
