#include "space/priced/priced_store.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "space/word_hash.hpp"

namespace crowfly {
namespace {

// What the store grows by with a node: its slots are a key, too.
std::size_t bytes_with(const PricedNode& node) {
    return sizeof(PricedNode) + sizeof(NodeId) + 2 * node.slots.size() * sizeof(std::int32_t) +
           (node.zone.zone.size() + node.zone.clocks()) * sizeof(std::int64_t);
}

}  // namespace

std::size_t PricedStore::Hash::operator()(const std::vector<std::int32_t>& state) const {
    WordHash hash;
    for (const std::int32_t value : state) hash.add(static_cast<std::uint32_t>(value));
    return hash.value();
}

std::vector<NodeId>& PricedStore::known_like(const PricedNode& node) {
    const auto end = node.slots.begin() + static_cast<std::ptrdiff_t>(state_slots_);
    return of_state_[std::vector<std::int32_t>(node.slots.begin(), end)];
}

NodeId PricedStore::add(PricedNode node) {
    std::vector<NodeId>& known = known_like(node);
    for (const NodeId other : known) {
        poll();
        if (zone::covers(nodes_[other].zone, node.zone)) return no_node;
    }
    std::erase_if(known, [&](NodeId other) {
        nodes_[other].covered = zone::covers(node.zone, nodes_[other].zone);
        return nodes_[other].covered;
    });
    known.push_back(static_cast<NodeId>(nodes_.size()));
    return push(std::move(node));
}

NodeId PricedStore::push(PricedNode node) {
    const auto id = static_cast<NodeId>(nodes_.size());
    bytes_ += bytes_with(node);
    nodes_.push_back(std::move(node));
    return id;
}

void PricedStore::loaded() {
    for (NodeId node = 0; node < nodes_.size(); ++node) {
        ArchiveReader::demand(nodes_[node].slots.size() >= state_slots_, "has a state of another network");
        if (!nodes_[node].covered) known_like(nodes_[node]).push_back(node);
        bytes_ += bytes_with(nodes_[node]);
    }
}

}  // namespace crowfly
