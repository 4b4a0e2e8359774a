#include "engine/obstacles.hpp"

#include <fmt/format.h>

#include <vector>

#include "zone/bound.hpp"

namespace crowfly {
namespace {

bool is_liveness(QueryKind kind) {
    return kind == QueryKind::exists_globally || kind == QueryKind::always_eventually || kind == QueryKind::leads_to;
}

bool mentions_deadlock(const Query& query) {
    return mentions_deadlock(query.first) || (query.kind == QueryKind::leads_to && mentions_deadlock(query.second));
}

// An obstacle that belongs to no edge and no location is there in every state.
const Obstacle* unavoidable_obstacle(const Network& network) {
    std::vector<bool> local(network.obstacles.size());
    const auto mark = [&](std::int32_t obstacle) {
        if (obstacle >= 0) local[static_cast<std::size_t>(obstacle)] = true;
    };
    for (const Location& location : network.locations) mark(location.obstacle);
    for (const Edge& edge : network.edges) mark(edge.obstacle);
    for (std::size_t i = 0; i < local.size(); ++i) {
        if (!local[i]) return &network.obstacles[i];
    }
    return nullptr;
}

// Zones compute with numbers of limited size. Bounds that are computed while the model runs stay below that in every range but the largest.
bool is_too_large(const ClockConstraint& c) {
    return c.bound.is_constant() && (c.bound.least > zone::largest_constant || c.bound.least < -zone::largest_constant);
}

const ClockConstraint* too_large_bound(const Formula& formula) {
    if (formula.kind == Formula::Kind::clock && is_too_large(formula.constraint)) return &formula.constraint;
    for (const Formula& operand : formula.operands) {
        if (const ClockConstraint* found = too_large_bound(operand)) return found;
    }
    return nullptr;
}

const ClockConstraint* too_large_bound(const Network& network, const Query& query) {
    for (const ClockConstraint& c : network.constraints) {
        if (is_too_large(c)) return &c;
    }
    const ClockConstraint* found = too_large_bound(query.first);
    return found != nullptr ? found : too_large_bound(query.second);
}

}  // namespace

std::optional<Obstacle> common_obstacle(const Network& network, const Query& query) {
    if (query.obstacle) return query.obstacle;
    if (is_liveness(query.kind) && mentions_deadlock(query)) {
        return Obstacle{Code::deadlock_misplaced, "`deadlock` cannot be used in E[], A<> and -->", query.span};
    }
    if (const Obstacle* obstacle = unavoidable_obstacle(network)) return *obstacle;
    if (const ClockConstraint* c = too_large_bound(network, query)) {
        return Obstacle{Code::query_not_decidable, fmt::format("a clock is compared with {}; the largest number allowed is {}", c->bound.least, zone::largest_constant),
                        c->span.empty() ? query.span : c->span};
    }
    return std::nullopt;
}

}  // namespace crowfly
