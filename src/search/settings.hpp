// How a search is asked to go about it. Everything here has a default that suits the query.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
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

constexpr std::size_t endless_patience = std::numeric_limits<std::size_t>::max();

struct Settings {
    Order order = Order::breadth_first;
    std::uint64_t seed = 1;  // of the random order
    Objective objective = Objective::any;
    std::optional<Abstraction> abstraction;  // none: the coarsest one that is sound for the query
    // After so many states without an answer other ways to one are tried, see search/reachability.hpp and search/outline.hpp.
    std::size_t patience = 50'000;
    bool all_variables = false;  // tell states apart by all variables, not only by those that matter to the query
    bool compress = false;  // store discrete states as trees of shared parts
};

std::string_view to_string(Order order);  // "bfs"

}  // namespace crowfly
