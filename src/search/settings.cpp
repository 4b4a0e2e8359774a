#include "search/settings.hpp"

namespace crowfly {

std::string_view to_string(Order order) {
    switch (order) {
        case Order::breadth_first: return "bfs";
        case Order::depth_first: return "dfs";
        case Order::random_depth_first: return "rdfs";
        case Order::best_first: return "best first";
    }
    return "";
}

std::string_view to_string(Pruning pruning) {
    switch (pruning) {
        case Pruning::none: return "none";
        case Pruning::safe: return "safe";
    }
    return "";
}

}  // namespace crowfly
