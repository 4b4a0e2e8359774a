// The graph of the locations and edges of one process, guards and synchronisations ignored.
#pragma once

#include <vector>

#include "network/network.hpp"

namespace crowfly {

// The locations reachable from these by one or more edges, as numbers within the process.
inline std::vector<bool> led_to(const Network& network, const Process& process, std::vector<std::uint32_t> open) {
    std::vector<bool> reached(process.locations.count);
    while (!open.empty()) {
        const Run edges = network.locations[process.locations.first + open.back()].edges;
        open.pop_back();
        for (const std::uint32_t e : edges) {
            const std::uint32_t target = network.edges[e].target;
            if (reached[target]) continue;
            reached[target] = true;
            open.push_back(target);
        }
    }
    return reached;
}

}  // namespace crowfly
