// The path to a state that a search found: the discrete states along it, the start first. The transitions
// between them, and their times, are found by trace/runs/retrace.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "space/firing.hpp"
#include "space/node.hpp"

namespace crowfly {

using Path = std::vector<std::vector<std::int32_t>>;  // slots

inline std::size_t transitions_of(const Path& path) { return path.empty() ? 0 : path.size() - 1; }

// The states of these nodes, the start first. Representatives of a symmetry are mapped back to states that follow one
// another.
template <class Space>
Path path_along(Space& space, const std::vector<NodeId>& nodes) {
    if (space.is_symmetric()) {
        if (Path path = space.unfold(nodes); !path.empty()) return path;
    }
    Path path;
    for (const NodeId n : nodes) space.read(n, path.emplace_back());
    return path;
}

// The states from the start to this one.
template <class Space>
Path path_to(Space& space, NodeId node) {
    std::vector<NodeId> nodes;
    for (; node != no_node; node = space.parent(node)) nodes.push_back(node);
    std::reverse(nodes.begin(), nodes.end());
    return path_along(space, nodes);
}

// The transitions along it, where they are needed to find the clock values. Empty: they are not, or it is not known.
template <class Space>
std::vector<Firing> firings_to(Space& space, NodeId node) {
    if constexpr (requires { space.firings_to(node); })
        return space.firings_to(node);
    else
        return {};
}

}  // namespace crowfly
