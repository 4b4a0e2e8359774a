#include "engine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    } else if (const SearchPlugin* plugin = searches().find(q.settings.search);
               plugin != nullptr && !plugin->has("shortest")) {
        return option + " cannot be used with --search " + q.settings.search;
    }
    if (if_reach(q.query) != nullptr) return "";
    return option + " is for E<> and A[] only";
}

Registry<EnginePlugin>& engine_registry() {
    static Registry<EnginePlugin> registry;
    return registry;
}

std::vector<const EnginePlugin*> engines() {
    std::vector<const EnginePlugin*> all;
    for (const EnginePlugin& plugin : engine_registry().all()) all.push_back(&plugin);
    std::ranges::stable_sort(all, {}, &EnginePlugin::rank);
    return all;
}

const Engine& engine_named(std::string_view name) { return *engine_registry().find(name)->engine; }

Choice choose_engine(const Network& network, const Property& query) {
    Choice choice;
    for (const EnginePlugin* plugin : engines()) {
        std::optional<Obstacle> why = plugin->engine->cannot(network, query);
        if (!why) {
            choice.engine = plugin->engine;
            choice.name = plugin->name;
            break;
        }
        choice.refusals.push_back({plugin->name, std::move(*why)});
    }
    return choice;
}

}  // namespace crowfly
