// Remembers priced symbolic states. Of the zones of one discrete state none is kept that another covers at no higher
// price. Meta variables are stored with a state, but do not distinguish states.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/files/parts.hpp"
#include "network/network.hpp"
#include "space/node.hpp"
#include "zone/priced.hpp"

namespace crowfly {

struct PricedNode {
    std::vector<std::int32_t> slots;
    zone::PricedZone zone;
    NodeId parent = no_node;
    std::size_t number = 0;  // among the successors of the parent, as PricedGraph::number()
    bool covered = false;    // by a later one

    void parts(auto& each) {
        each(slots, zone.zone, zone.price.constant, zone.price.rates, zone.price.attained, parent, number, covered);
    }
};

class PricedStore {
public:
    explicit PricedStore(const Network& network) : state_slots_(network.state_slots) {}

    // The node, or no_node if a stored one covers it.
    NodeId add(PricedNode node);
    const PricedNode& operator[](NodeId node) const { return nodes_[node]; }
    std::size_t size() const { return nodes_.size(); }
    std::size_t bytes() const { return bytes_; }

    // For checkpoints; they are loaded into an empty store.
    void parts(auto& each) { each(nodes_); }
    void loaded();

private:
    struct Hash {
        std::size_t operator()(const std::vector<std::int32_t>& state) const;
    };

    std::vector<NodeId>& known_like(const PricedNode& node);
    NodeId push(PricedNode node);

    std::size_t state_slots_;
    std::vector<PricedNode> nodes_;
    std::unordered_map<std::vector<std::int32_t>, std::vector<NodeId>, Hash> of_state_;  // those that none covers
    std::size_t bytes_ = 0;
};

}  // namespace crowfly
