// The path to a state that a search found: the discrete states along it, the start first. The transitions
// between them, and their times, are found by trace/retrace.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "space/firing.hpp"
#include "space/node.hpp"

namespace crowfly {

using Path = std::vector<std::vector<std::int32_t>>;  // slots

inline std::size_t transitions_of(const Path& path) { return path.empty() ? 0 : path.size() - 1; }

// The nodes from the start to this one, which `parent` leads back along.
template <class Space, class Parent>
Path path_to(const Space& space, NodeId node, const Parent& parent) {
    Path path;
    for (; node != no_node; node = parent(node)) space.read(node, path.emplace_back());
    return {path.rbegin(), path.rend()};
}

template <class Space>
Path path_to(const Space& space, NodeId node) {
    return path_to(space, node, [&](NodeId n) { return space.parent(n); });
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
