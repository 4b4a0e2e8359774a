// The symbolic state space: the zone graph as an expander, and the store of the states it has generated. Searches are
// templates over this interface, which DiscreteSpace shares.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/files/parts.hpp"
#include "network/analyses/normal_forms.hpp"
#include "space/layout.hpp"
#include "space/per_node.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/represented_zone.hpp"
#include "space/zones/zone_graph.hpp"
#include "space/zones/zone_store.hpp"

namespace crowfly {

template <class B>
class BasicZoneSpace {
public:
    using Bound = B;
    using Graph = BasicZoneGraph<B>;

    // `hull`: of each discrete state only the hull of its zones is kept, which holds states that cannot be reached.
    // `symmetry`: successors are replaced by their representatives, of states that `compared` tells apart.
    BasicZoneSpace(const Network& network, Layout layout, const ClockUse& use, Abstraction abstraction, bool compressed,
                   bool hull = false, const Symmetry* symmetry = nullptr, const Distinction* compared = nullptr);

    // These begin an enumeration of successors. False: a run-time error or obstacle, see stop().
    bool start();
    bool resume(std::span<const std::int32_t> slots, const B* zone);
    bool expand(NodeId node);
    // Moves to the next successor. False: no more, or stop().
    bool next() {
        ++turn_;
        if (!expander_.next()) return false;
        if (represented_) represent();
        return true;
    }

    // See ZoneGraph.
    void note_edges() { expander_.note_edges(); }
    const FiredEdges& fired_edges() const { return expander_.fired_edges(); }
    void confine_to(Predicate& formula, bool wanted) { expander_.confine_to(formula, wanted); }

    // Stores the successor. no_node: a stored state covers it. The successor stays the current one. A node that is
    // covered later need not be expanded.
    NodeId add(NodeId parent, Spared spared = {});
    // Forgets all states but these, which get the numbers from 0 on, in this order; a forgotten parent becomes no_node.
    // Not while successors are enumerated.
    void keep_only(std::span<const NodeId> nodes);
    NodeColumns& columns() { return columns_; }                              // what a search knows of each node
    NodeId coverer() const { return store_.coverer(); }                      // of the successor that was not stored
    const std::vector<NodeId>& covered() const { return store_.covered(); }  // by the successor that was stored last
    bool is_covered(NodeId node) const { return store_.is_covered(node); }
    NodeId parent(NodeId node) const { return store_.parent(node); }
    void read(NodeId node, std::vector<std::int32_t>& slots) const;        // its discrete state
    StateId discrete(NodeId node) const { return store_.discrete(node); }  // the number of its discrete state

    // The transitions along the path to a node, computed again along the path, since zones of its nodes may have been
    // dropped. Empty: that was not possible.
    std::vector<Firing> firings_to(NodeId node);

    bool is_symmetric() const { return represented_.has_value(); }
    NormalForms normal_forms() const;  // of stored states
    // The states along a path of representatives as they follow one another in the network. Empty: they were not found
    // again.
    std::vector<std::vector<std::int32_t>> unfold(const std::vector<NodeId>& nodes);

    // Whether the formula holds (or fails) somewhere in the successor.
    bool satisfies(Predicate& predicate, bool wanted);
    bool satisfies(NodeId node, Predicate& predicate, bool wanted);

    // The least value of each clock in the successor, or in a stored state. Inactive clocks have 0.
    void find_floor(std::vector<std::int32_t>& floor) const;
    void find_floor(NodeId node, std::vector<std::int32_t>& floor);
    // The zone of the successor, or of a stored state.
    void find_zone(ZoneCopy& into) const;
    void find_zone(NodeId node, ZoneCopy& into);

    NodeId hull();  // with `hull`: the node of the successor's discrete state

    // Reads a stored state, which stays available until another one is read or expanded.
    void recall(NodeId node);
    std::span<const std::int32_t> recalled_slots() const { return slots_; }
    const B* recalled_zone() const { return zone_.data(); }
    const ActiveClocks& recalled_active() const { return active_; }

    // ---- States as records (node.hpp): the packed discrete state, and the bounds of the zone behind it, with 16 bits
    // each where they fit. How many words there are tells of how many bits they are.

    // From now on successors are not stored here but written to records.
    void send_successors_away() {}
    // These append the successor, or a stored state, of which only the discrete part is left if it is covered.
    void write(StateRecord& to);
    void write(NodeId node, StateRecord& to);
    void write_discrete(NodeId node, StateRecord& to) const;
    // The position of the successor, or of a stored state, in the enumeration it comes from. Paths need it.
    std::uint32_t turn() const { return turn_now(); }
    std::uint32_t turn(NodeId node) const { return turns_[node]; }
    // Several records are announced before they are inserted, so that memory is prefetched.
    std::uint64_t announce(std::span<const std::uint32_t> record) {
        store_.announce(record.data());
        return 0;
    }
    // Stores the state. no_node: a stored state covers it. Not while successors are enumerated.
    NodeId insert(std::span<const std::uint32_t> record, std::uint64_t announced, NodeId parent, std::uint32_t turn,
                  const Spared& spared);
    NodeId insert(std::span<const std::uint32_t> record, NodeId parent, std::uint32_t turn, const Spared& spared) {
        return insert(record, 0, parent, turn, spared);
    }
    bool inserted_satisfies(Predicate& predicate, bool wanted) {  // of the record that was inserted last
        return predicate.somewhere(std::span<const std::int32_t>(slots_), zone_.data(), active_, examiner_, wanted);
    }
    // Restored nodes are not compared with others.
    NodeId restore(std::span<const std::uint32_t> record, NodeId parent, std::uint32_t turn);
    bool expand(std::span<const std::uint32_t> record);
    bool satisfies(std::span<const std::uint32_t> record, Predicate& predicate, bool wanted);
    void recall(std::span<const std::uint32_t> record);
    static void read_bounds(std::span<const std::uint32_t> words, std::span<B> into);  // of the zone of a record
    void read_packed(NodeId node, std::uint32_t* packed) const { store_.state(node, packed); }
    const Layout& layout() const { return layout_; }

    // For checkpoints; they are loaded into an empty space of the same network.
    void save(ArchiveWriter& to);
    void load(ArchiveReader& from);

    std::size_t nodes() const { return store_.nodes(); }
    const ZoneWork& zone_work() const { return store_.work(); }
    std::size_t stored() const { return store_.stored(); }
    std::size_t discrete_states() const { return store_.states(); }
    std::size_t states() const { return store_.states(); }  // discrete states
    void parts(auto& each) { each.derived(store_, columns_); }
    const Stop& stop() const { return expander_.stop(); }

    std::span<const std::int32_t> slots() const {  // of the successor
        return is_represented_ ? represented_->slots() : expander_.slots();
    }
    const Graph& graph() const { return expander_; }  // the successor
    Graph& examiner() { return examiner_; }           // may be asked about the successor meanwhile

private:
    using Turn = std::uint16_t;
    static constexpr Turn too_late = std::numeric_limits<Turn>::max();

    bool skip_to(Turn turn);
    Turn turn_now() const { return static_cast<Turn>(std::min<std::size_t>(turn_, too_late)); }
    void represent() { is_represented_ = represented_->read(expander_, layout_, examiner_); }
    const B* zone() const { return is_represented_ ? represented_->zone() : expander_.zone(); }
    const ActiveClocks& active() const { return is_represented_ ? represented_->active() : expander_.active(); }

    bool is_hull_;
    Layout layout_;
    Graph expander_;  // generates the successors
    Graph examiner_;
    BasicZoneStore<B> store_;
    NodeColumns columns_;
    std::size_t turn_ = 0;  // position of the successor in its enumeration, from 1
    PerNode<Turn> turns_{columns_};
    std::vector<std::uint32_t> packed_;
    std::vector<std::int32_t> slots_;  // of the node read last
    ActiveClocks active_;
    std::vector<B> zone_;

    // The representative of the successor, if there is a symmetry and it is another state.
    std::optional<BasicRepresentedZone<B>> represented_;
    bool is_represented_ = false;
};

extern template class BasicZoneSpace<zone::Bound>;
extern template class BasicZoneSpace<zone::WideBound>;

using ZoneSpace = BasicZoneSpace<zone::Bound>;
using WideZoneSpace = BasicZoneSpace<zone::WideBound>;

}  // namespace crowfly
