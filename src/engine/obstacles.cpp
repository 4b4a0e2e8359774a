#include "engine/obstacles.hpp"

#include <vector>

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

}  // namespace

std::optional<Obstacle> common_obstacle(const Network& network, const Query& query) {
    if (query.obstacle) return query.obstacle;
    if (is_liveness(query.kind) && mentions_deadlock(query)) {
        return Obstacle{Code::deadlock_misplaced, "`deadlock` cannot be used in E[], A<> and -->", query.span};
    }
    if (const Obstacle* obstacle = unavoidable_obstacle(network)) return *obstacle;
    return std::nullopt;
}

}  // namespace crowfly
