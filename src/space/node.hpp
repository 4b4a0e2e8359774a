// The states that a search knows, as numbers.
#pragma once

#include <cstdint>

#include "base/chunked.hpp"

namespace crowfly {

using StateId = std::uint32_t;  // a discrete state
using NodeId = std::uint32_t;
constexpr NodeId no_node = static_cast<NodeId>(-1);

// Nodes that stay although a new one covers them: those of a range; or, where lengths count, those that are nearer to
// the start. What is further away does not cover the new one either.
struct Spared {
    NodeId first = no_node;
    NodeId end = no_node;
    const Chunked<std::uint32_t>* lengths = nullptr;  // per node, of the path to it …
    std::uint32_t length = 0;                         // … and to the new one
    bool contains(NodeId node) const {
        return (first <= node && node < end) || (lengths != nullptr && (*lengths)[node] < length);
    }
    bool may_cover(NodeId node) const { return lengths == nullptr || (*lengths)[node] <= length; }
};

}  // namespace crowfly
