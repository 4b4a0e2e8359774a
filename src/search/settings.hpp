// How a search is asked to go about it. Everything here has a default that suits the query.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "zone/abstraction.hpp"

namespace crowfly {

enum class Order : std::uint8_t { breadth_first, depth_first, random_depth_first };

enum class Objective : std::uint8_t {
    any,       // the first trace found
    shortest,  // fewest transitions
    fastest,   // least total time
};

struct Settings {
    Order order = Order::breadth_first;
    std::uint64_t seed = 1;  // of the random order
    Objective objective = Objective::any;
    std::optional<Abstraction> abstraction;  // none: the coarsest one that is sound for the query
    bool all_variables = false;  // tell states apart by all variables, not only by those that matter to the query
    bool compress = false;  // store discrete states as trees of shared parts
};

std::string_view to_string(Order order);  // "bfs"

}  // namespace crowfly
