#include "engine/engine.hpp"

#include <algorithm>
#include <array>

#include "engine/obstacles.hpp"

namespace crowfly {
namespace {

bool measures_clocks(const Query& query) {
    return std::any_of(query.measures.begin(), query.measures.end(), [](const Measure& m) { return !m.program; });
}

// States without any time: slots alone.
class DiscreteEngine final : public Engine {
public:
    std::string_view name() const override { return "discrete"; }

    std::optional<Obstacle> cannot(const Network& network, const Query& query) const override {
        if (network.features.clocks) {
            const Span span = network.clocks.size() > 1 ? network.clocks[1].span : Span{};
            return Obstacle{Code::query_not_decidable, "the network has clocks", span};
        }
        if (mentions_clocks(query.first) || mentions_clocks(query.second) || measures_clocks(query)) {
            return Obstacle{Code::query_not_decidable, "the query mentions clocks", query.span};
        }
        return common_obstacle(network, query);
    }
};

// Discrete states with sets of clock values, each set a zone.
class ZoneEngine final : public Engine {
public:
    std::string_view name() const override { return "zone"; }

    std::optional<Obstacle> cannot(const Network& network, const Query& query) const override {
        return common_obstacle(network, query);
    }
};

}  // namespace

std::span<const Engine* const> engines() {
    static const DiscreteEngine discrete;
    static const ZoneEngine zone;
    static const std::array<const Engine*, 2> all{&discrete, &zone};
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
