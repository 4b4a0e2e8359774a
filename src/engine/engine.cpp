#include "engine/engine.hpp"

#include <array>

namespace crowfly {
std::span<const Engine* const> engines() {
    static const std::array<const Engine*, 2> all{&discrete_engine(), &zone_engine()};
    return all;
}

Choice choose_engine(const Network& network, const Query& query) {
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
