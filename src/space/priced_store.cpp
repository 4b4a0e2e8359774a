#include "space/priced_store.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "space/word_hash.hpp"

namespace crowfly {

std::size_t PricedStore::Hash::operator()(const std::vector<std::int32_t>& state) const {
    WordHash hash;
    for (const std::int32_t value : state) hash.add(static_cast<std::uint32_t>(value));
    return hash.value();
}

NodeId PricedStore::add(PricedNode node) {
    const auto end = node.slots.begin() + static_cast<std::ptrdiff_t>(state_slots_);
    std::vector<NodeId>& known = of_state_[std::vector<std::int32_t>(node.slots.begin(), end)];
    for (const NodeId other : known) {
        poll();
        if (zone::covers(nodes_[other].zone, node.zone)) return no_node;
    }
    std::erase_if(known, [&](NodeId other) {
        nodes_[other].covered = zone::covers(node.zone, nodes_[other].zone);
        return nodes_[other].covered;
    });
    const auto id = static_cast<NodeId>(nodes_.size());
    known.push_back(id);
    bytes_ += sizeof(PricedNode) + sizeof(NodeId) + 2 * node.slots.size() * sizeof(std::int32_t) +
              (node.zone.zone.size() + node.zone.clocks()) * sizeof(std::int64_t);
    nodes_.push_back(std::move(node));
    return id;
}

}  // namespace crowfly
