// The ids of the states of a search.
#pragma once

#include <cstdint>

#include "base/chunked.hpp"

namespace crowfly {

using StateId = std::uint32_t;  // a discrete state
using NodeId = std::uint32_t;
constexpr NodeId no_node = static_cast<NodeId>(-1);

// Nodes that are kept although a new one covers them: those in a range; or, if path lengths matter, those nearer to the
// start than the new one. Nodes further from the start than the new one do not cover it.
struct Spared {
    NodeId first = no_node;
    NodeId end = no_node;
    const Chunked<std::uint32_t>* lengths = nullptr;  // per node: the length of the path to it
    std::uint32_t length = 0;                         // the length of the path to the new one
    bool contains(NodeId node) const {
        return (first <= node && node < end) || (lengths != nullptr && (*lengths)[node] < length);
    }
    bool may_cover(NodeId node) const { return lengths == nullptr || (*lengths)[node] <= length; }
};

}  // namespace crowfly
