#include "space/priced_store.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/archive_parts.hpp"
#include "space/word_hash.hpp"

namespace crowfly {

std::size_t PricedStore::Hash::operator()(const std::vector<std::int32_t>& state) const {
    WordHash hash;
    for (const std::int32_t value : state) hash.add(static_cast<std::uint32_t>(value));
    return hash.value();
}

void PricedNode::save(ArchiveWriter& to) const {
    to.list(slots);
    to.list(zone.zone);
    to.number(zone.price.constant);
    to.list(zone.price.rates);
    to.number(zone.price.attained);
    to.number(parent);
    to.number(std::uint64_t{number});
    to.number(covered);
}

void PricedNode::load(ArchiveReader& from) {
    slots = from.list<std::int32_t>();
    zone.zone = from.list<zone::WideBound>();
    zone.price.constant = from.number<std::int64_t>();
    zone.price.rates = from.list<std::int64_t>();
    zone.price.attained = from.truth();
    parent = from.number<NodeId>();
    number = from.number<std::uint64_t>();
    covered = from.truth();
}

// The nodes of its discrete state.
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
    bytes_ += sizeof(PricedNode) + sizeof(NodeId) + 2 * node.slots.size() * sizeof(std::int32_t) +
              (node.zone.zone.size() + node.zone.clocks()) * sizeof(std::int64_t);
    nodes_.push_back(std::move(node));
    return id;
}

void PricedStore::save(ArchiveWriter& to) const { save_from(nodes_, 0, to); }

void PricedStore::load(ArchiveReader& from) {
    for (std::size_t left = from.count(1); left > 0; --left) {
        PricedNode node = load_part<PricedNode>(from);
        ArchiveReader::demand(node.slots.size() >= state_slots_, "has a state of another network");
        if (!node.covered) known_like(node).push_back(static_cast<NodeId>(nodes_.size()));
        push(std::move(node));
    }
}

}  // namespace crowfly
