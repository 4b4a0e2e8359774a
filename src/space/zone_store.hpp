// The symbolic states met so far. Zones stand under their discrete state as an antichain: what another zone of the same discrete
// state covers is not kept. Bounds take 16 bits where the constants of the network allow it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "space/layout.hpp"
#include "space/state_table.hpp"
#include "zone/zone.hpp"

namespace crowfly {

using NodeId = std::uint32_t;
constexpr NodeId no_node = static_cast<NodeId>(-1);

class ZoneStore {
public:
    // `narrow`: no finite bound of any zone needs more than 16 bits.
    ZoneStore(const Layout& layout, bool narrow);

    // Adds a zone under a discrete state unless a stored one covers it, as `covers(stored, added)` says; stored ones that the
    // new one covers are dropped. no_node: it was covered.
    template <class Covers>
    NodeId add(const std::uint32_t* packed, std::span<const zone::Bound> z, NodeId parent, const Covers& covers);

    const std::uint32_t* state(NodeId node) const { return table_.at(nodes_[node].state); }
    void zone(NodeId node, std::size_t cells, std::vector<zone::Bound>& into) const;
    NodeId parent(NodeId node) const { return nodes_[node].parent; }
    bool is_covered(NodeId node) const { return nodes_[node].covered; }

    std::size_t nodes() const { return nodes_.size(); }
    std::size_t stored() const { return nodes_.size() - covered_; }
    std::size_t states() const { return table_.size(); }
    std::size_t bytes() const;

private:
    struct Node {
        StateId state;
        NodeId parent;
        NodeId next : 31;  // of the same discrete state; `end` closes the list
        std::uint32_t covered : 1;
        std::uint32_t zone;  // where its bounds start, in units of 4 cells
    };
    static constexpr std::uint32_t end = 0x7FFFFFFFU;
    static constexpr std::size_t chunk_cells = std::size_t{1} << 20;

    std::uint32_t append(std::span<const zone::Bound> z);

    StateTable table_;
    bool narrow_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> first_;  // per discrete state
    std::vector<std::unique_ptr<std::uint32_t[]>> chunks_;
    std::size_t cells_ = 0;
    std::size_t covered_ = 0;
    std::vector<zone::Bound> scratch_;
};

template <class Covers>
NodeId ZoneStore::add(const std::uint32_t* packed, std::span<const zone::Bound> z, NodeId parent, const Covers& covers) {
    const auto [state, fresh] = table_.insert(packed);
    if (fresh) first_.push_back(end);
    std::uint32_t before = end;
    for (std::uint32_t at = first_[state]; at != end;) {
        const std::uint32_t next = nodes_[at].next;
        zone(at, z.size(), scratch_);
        if (covers(scratch_.data(), z.data())) return no_node;
        if (covers(z.data(), scratch_.data())) {
            nodes_[at].covered = 1;
            ++covered_;
            if (before == end) {
                first_[state] = next;
            } else {
                nodes_[before].next = next;
            }
        } else {
            before = at;
        }
        at = next;
    }
    const auto id = static_cast<NodeId>(nodes_.size());
    nodes_.push_back({state, parent, first_[state], 0, append(z)});
    first_[state] = id;
    return id;
}

}  // namespace crowfly
