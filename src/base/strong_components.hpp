// The strongly connected components of a graph (Tarjan 1972, without recursion).
#pragma once

#include <cstdint>
#include <vector>

namespace crowfly {

// The component of each node, given the nodes that its arcs lead to. A component has a greater number than those that
// it leads to.
std::vector<std::uint32_t> strong_components(const std::vector<std::vector<std::uint32_t>>& arcs);

}  // namespace crowfly
