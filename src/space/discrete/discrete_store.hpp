// The discrete states of a search, packed, with their parents. A state covers itself and nothing else.
#pragma once

#include <optional>

#include "base/files/parts.hpp"
#include "space/node.hpp"
#include "space/parents.hpp"
#include "space/stores/state_set.hpp"
#include "space/stores/store.hpp"

namespace crowfly {

class DiscreteStore {
public:
    DiscreteStore(const Layout& layout, bool compressed) : states_(layout, compressed) {}

    StateSet& set() { return states_; }

    // If path lengths matter, a stored state that is reached by a shorter path is returned as if it were new.
    NodeId add(const std::uint32_t* packed, std::uint64_t announced, NodeId parent, const Spared& spared) {
        const auto [id, fresh] = states_.insert(packed, announced);
        if (!fresh) {
            known_ = id;
            if (spared.may_cover(id)) return no_node;
            parents_.set(id, parent);
            return id;
        }
        parents_.push_back(parent);
        return id;
    }

    void keep_only(std::span<const NodeId> nodes) {
        Parents parents;
        const Renumbering renumbered(nodes, states_.size());
        for (const NodeId node : nodes) parents.push_back(renumbered[parents_[node]]);
        parents_ = std::move(parents);
        states_.keep_only(nodes);
    }

    NodeId coverer() const { return known_; }
    static bool is_covered(NodeId) { return false; }
    NodeId parent(NodeId node) const { return parents_[node]; }
    static StateId discrete(NodeId node) { return node; }
    void read(NodeId node, std::uint32_t* packed) const { states_.read(node, packed); }
    std::optional<StateId> find(const std::uint32_t* packed) const { return states_.find(packed); }

    void save(ArchiveWriter& to) const {
        states_.save(to);
        parents_.save(to);
    }
    void load(ArchiveReader& from) {
        states_.load(from);
        parents_.load(from, states_.size());
    }

    std::size_t nodes() const { return states_.size(); }
    std::size_t stored() const { return states_.size(); }
    std::size_t states() const { return states_.size(); }
    void parts(auto& each) { each.derived(states_, parents_); }

private:
    StateSet states_;
    Parents parents_;
    NodeId known_ = no_node;
};

static_assert(Store<DiscreteStore>);

}  // namespace crowfly
