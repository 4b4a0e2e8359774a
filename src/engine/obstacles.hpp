// What stands in the way of every exhaustive engine alike.
#pragma once

#include <optional>

#include "network/network.hpp"
#include "property/property.hpp"

namespace crowfly {

// The query's own obstacle, a shape of query no engine decides, or a part of the network that no state can avoid. What
// is wrong with a single edge or location is not reported: it only matters to a search that gets there, and stops it
// then.
std::optional<Obstacle> common_obstacle(const Network& network, const Property& query);

// Why states cannot be listed one by one, or nothing: a circuit has too many inputs.
std::optional<Obstacle> listing_obstacle(const Network& network);

}  // namespace crowfly
