// The state space of a network without clocks: an expander and the store of the states it has generated. It has the
// interface of ZoneSpace, without zones.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/files/parts.hpp"
#include "base/profile.hpp"
#include "network/analyses/normal_forms.hpp"
#include "space/active_clocks.hpp"
#include "space/discrete/discrete_expander.hpp"
#include "space/discrete/discrete_store.hpp"
#include "space/per_node.hpp"
#include "space/zone_work.hpp"
#include "space/zones/predicate.hpp"

namespace crowfly {

class DiscreteSpace {
public:
    // `symmetry`: successors are replaced by their representatives, of states that `compared` tells apart.
    DiscreteSpace(const Network& network, Layout layout, bool compressed, const Symmetry* symmetry = nullptr,
                  const Distinction* compared = nullptr);
    DiscreteSpace(const DiscreteSpace&) = delete;
    DiscreteSpace& operator=(const DiscreteSpace&) = delete;

    // ---- Successors, see DiscreteExpander

    bool start() { return expander_.start(); }
    bool expand(NodeId node) {
        store_.set().reorganise();
        store_.read(node, expander_.source());
        return expander_.expand();
    }
    bool next() { return expander_.next(); }
    std::span<const std::int32_t> slots() { return expander_.slots(); }
    void note_edges() { expander_.note_edges(); }
    const FiredEdges& fired_edges() const { return expander_.fired_edges(); }
    const Stop& stop() const { return expander_.stop(); }

    // ---- Stored states, see DiscreteStore

    // Stores the successor. no_node: it is stored already.
    NodeId add(NodeId parent, const Spared& spared = {}) {
        begin_phase(Phase::table);
        return store_.add(expander_.packed(), expander_.announced(), parent, spared);
    }
    // Forgets all states but these, which get the numbers from 0 on, in this order; a forgotten parent becomes no_node.
    // Not while successors are enumerated.
    void keep_only(std::span<const NodeId> nodes) {
        columns_.keep_only(nodes, store_.nodes());
        store_.keep_only(nodes);
    }
    NodeColumns& columns() { return columns_; }  // what a search knows of each node
    NodeId coverer() const { return store_.coverer(); }
    static bool is_covered(NodeId) { return false; }
    NodeId parent(NodeId node) const { return store_.parent(node); }
    void read(NodeId node, std::vector<std::int32_t>& slots) const;
    bool is_symmetric() const { return representatives_.has_value(); }
    NormalForms normal_forms() const;  // of stored states
    // The states along a path of representatives as they follow one another in the network.
    std::vector<std::vector<std::int32_t>> unfold(const std::vector<NodeId>& nodes);
    static StateId discrete(NodeId node) { return node; }

    // ---- States as records, see ZoneSpace: the packed state

    void send_successors_away() { expander_.announce_nothing(); }
    void write(StateRecord& to) const { to.insert(to.end(), expander_.packed(), expander_.packed() + layout_.words()); }
    void write(NodeId node, StateRecord& to) const {
        to.resize(to.size() + layout_.words());
        store_.read(node, to.data() + to.size() - layout_.words());
    }
    void write_discrete(NodeId node, StateRecord& to) const { write(node, to); }
    static constexpr std::uint32_t turn() { return 0; }  // paths are found without
    static constexpr std::uint32_t turn(NodeId) { return 0; }
    std::uint64_t announce(std::span<const std::uint32_t> record) { return store_.set().announce(record.data()); }
    NodeId insert(std::span<const std::uint32_t> record, std::uint64_t announced, NodeId parent, std::uint32_t turn,
                  const Spared& spared);
    NodeId insert(std::span<const std::uint32_t> record, NodeId parent, std::uint32_t turn, const Spared& spared) {
        return insert(record, announce(record), parent, turn, spared);
    }
    bool inserted_satisfies(Predicate& predicate, bool wanted) { return satisfies(predicate, wanted); }
    NodeId restore(std::span<const std::uint32_t> record, NodeId parent, std::uint32_t /*turn*/) {
        return store_.add(record.data(), announce(record), parent, {});
    }
    bool expand(std::span<const std::uint32_t> record) {
        store_.set().reorganise();
        std::copy(record.begin(), record.end(), expander_.source());
        return expander_.expand();
    }
    bool satisfies(std::span<const std::uint32_t> record, Predicate& predicate, bool wanted) {
        expander_.stand_at(record.data());
        return satisfies(predicate, wanted);
    }
    void read_packed(NodeId node, std::uint32_t* packed) const { store_.read(node, packed); }
    const Layout& layout() const { return layout_; }

    // For checkpoints; they are loaded into an empty space of the same network.
    void parts(auto& each) { each(store_, columns_); }

    std::size_t nodes() const { return store_.nodes(); }
    static ZoneWork zone_work() { return {}; }
    std::size_t stored() const { return store_.stored(); }
    std::size_t states() const { return store_.states(); }

    // ---- Formulas and clocks, of successors and of stored states

    bool satisfies(Predicate& predicate, bool wanted);  // in the successor
    // In a stored state; not while successors are enumerated.
    bool satisfies(NodeId node, Predicate& predicate, bool wanted);
    static void find_floor(std::vector<std::int32_t>& floor) { floor.clear(); }  // there are no clocks
    static void find_floor(NodeId, std::vector<std::int32_t>& floor) { floor.clear(); }
    static void find_zone(ZoneCopy& into) { into.clear(); }
    static void find_zone(NodeId, ZoneCopy& into) { into.clear(); }

private:
    bool is_represented_by(std::span<const std::int32_t> slots, NodeId node);
    bool find_start(NodeId node);  // whose representative it is; of the next one likewise
    bool find_successor(NodeId parent, NodeId node);

    const Network& network_;
    Layout layout_;
    std::optional<Representatives> representatives_;
    DiscreteStore store_;
    NodeColumns columns_;
    DiscreteExpander expander_;
    DiscreteTransitions examiner_;  // evaluates formulas in the successor while expander_ enumerates
    std::size_t slot_count_;        // of a state
    std::vector<std::uint32_t> packed_;
    mutable std::vector<std::uint32_t> read_;  // the state that is read
    std::function<bool()> stuck_;
};

}  // namespace crowfly
