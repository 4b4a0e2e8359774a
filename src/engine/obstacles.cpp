#include "engine/obstacles.hpp"

#include <vector>

#include "space/starts.hpp"
#include "space/successors.hpp"

namespace crowfly {
namespace {

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

// Zones are cut along every value that a difference of clocks is compared with.
constexpr std::int64_t most_differences = 1'000'000;

const ClockConstraint* manifold_difference(const Network& network) {
    for (const ClockConstraint& c : network.constraints) {
        if (c.left != 0 && c.right != 0 && std::int64_t{c.bound.greatest} - c.bound.least >= most_differences)
            return &c;
    }
    return nullptr;
}

}  // namespace

std::optional<Obstacle> listing_obstacle(const Network& network) {
    if (!network.features.inputs || count_starts(network) <= Successors::select_limit) return std::nullopt;
    return Obstacle{Code::query_not_decidable,
                    "the circuit has too many inputs to list its states one by one; --engine symbolic can do without",
                    {}};
}

std::optional<Obstacle> common_obstacle(const Network& network, const Property& query) {
    if (query.obstacle) return query.obstacle;
    if (asks_for_runs(query) && mentions_deadlock(query)) {
        return Obstacle{Code::deadlock_misplaced, "`deadlock` cannot be used in E[], A<> and -->", query.span};
    }
    if (const Obstacle* obstacle = unavoidable_obstacle(network)) return *obstacle;
    if (const ClockConstraint* c = manifold_difference(network)) {
        return Obstacle{
            Code::query_not_decidable,
            "the difference of two clocks is compared with an expression that may have more than a million values",
            c->span};
    }
    return std::nullopt;
}

}  // namespace crowfly
