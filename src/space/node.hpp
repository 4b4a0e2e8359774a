// The ids of the states of a search.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "base/chunked.hpp"

namespace crowfly {

using StateId = std::uint32_t;  // a discrete state
using NodeId = std::uint32_t;
constexpr NodeId no_node = static_cast<NodeId>(-1);

// A state as words that mean the same in every space of the network: the packed discrete state, and the zone behind it.
// So it passes between workers, is written to files, and is inserted into a store.
using StateRecord = std::vector<std::uint32_t>;

// What a path to a state costs, in an algebra of search/costs/cost.hpp: less is better, and the second number decides
// between equals.
struct Cost {
    std::int64_t first = 0, second = 0;
    friend auto operator<=>(const Cost&, const Cost&) = default;
    void parts(auto& each) { each(first, second); }
};

// Nodes that are kept although a new one covers them: those in a range; or, if path lengths or costs matter, those
// nearer to the start than the new one. Nodes further from the start than the new one do not cover it.
struct Spared {
    NodeId first = no_node;
    NodeId end = no_node;
    const Chunked<std::uint32_t>* lengths = nullptr;  // per node: the length of the path to it
    std::uint32_t length = 0;                         // the length of the path to the new one
    const Chunked<Cost>* costs = nullptr;             // likewise, what the path to it costs
    Cost cost = {};
    bool contains(NodeId node) const {
        return (first <= node && node < end) || (lengths != nullptr && (*lengths)[node] < length) ||
               (costs != nullptr && (*costs)[node] < cost);
    }
    bool may_cover(NodeId node) const {
        return (lengths == nullptr || (*lengths)[node] <= length) && (costs == nullptr || (*costs)[node] <= cost);
    }
};

// The numbers of nodes after all but some of them were forgotten.
class Renumbering {
public:
    // `kept` have the numbers from 0 on, in this order. `nodes`: how many there were.
    Renumbering(std::span<const NodeId> kept, std::size_t nodes) : numbers_(nodes, no_node) {
        for (std::size_t i = 0; i < kept.size(); ++i) numbers_[kept[i]] = static_cast<NodeId>(i);
    }
    // no_node: it was forgotten, or was none.
    NodeId operator[](NodeId node) const { return node == no_node ? no_node : numbers_[node]; }

private:
    std::vector<NodeId> numbers_;
};

}  // namespace crowfly
