// The symbolic state space: the zone graph as an expander, and the store of the states it has generated. Searches are
// templates over this interface, which DiscreteSpace shares.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/parts.hpp"
#include "network/normal_forms.hpp"
#include "space/layout.hpp"
#include "space/per_node.hpp"
#include "space/predicate.hpp"
#include "space/represented_zone.hpp"
#include "space/zone_graph.hpp"
#include "space/zone_store.hpp"

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

    // ---- States that pass between spaces: workers each have their own, see search/workers/

    // From now on successors are not stored here but written to records.
    void send_successors_away() {}
    // Appends the successor as a record: its turn and the dimension of its zone in one word, the discrete part, packed,
    // the active clocks, so that the receiver need not find them, and the zone.
    void write(std::vector<std::uint32_t>& record);
    static constexpr std::size_t discrete_part = 1;  // its place in a record
    std::size_t record_words(const std::uint32_t* record) const {
        const std::size_t n = *record >> turn_bits;
        return discrete_part + layout_.words() + clock_words(n) + zone_words(n);
    }
    // Several records are announced before they are received, so that memory is prefetched.
    std::uint64_t announce(const std::uint32_t* record) {
        store_.announce(record + discrete_part);
        return 0;
    }
    // Stores the state of a record. no_node: a stored state covers it. Not while successors are enumerated.
    NodeId receive(const std::uint32_t* record, std::uint64_t announced, NodeId parent, const Spared& spared);
    bool received_satisfies(Predicate& predicate, bool wanted);  // of what was stored last
    // The record of a node that is not covered; restored nodes are not compared with others.
    void write_stored(NodeId node, std::vector<std::uint32_t>& record);
    NodeId restore(const std::uint32_t* record, NodeId parent);
    // What a path needs to know of a node: its turn and its discrete part. Adopted nodes are not compared with others,
    // and only good for paths.
    void write_link(NodeId node, std::vector<std::uint32_t>& link) const;
    std::size_t link_words() const { return layout_.words() + 1; }
    NodeId adopt(const std::uint32_t* link, NodeId parent);
    const Layout& layout() const { return layout_; }

    // ---- States kept elsewhere, as words: the packed discrete state, and the bounds of the zone behind it, with 16
    // bits each where they fit

    void read_packed(NodeId node, std::uint32_t* packed) const { store_.state(node, packed); }
    void write_state(NodeId node, std::vector<std::uint32_t>& words);
    void write_successor(std::vector<std::uint32_t>& words);
    NodeId add_written(const std::vector<std::uint32_t>& words, const Spared& spared);
    bool expand_written(const std::vector<std::uint32_t>& words);
    bool satisfies_written(const std::vector<std::uint32_t>& words, Predicate& predicate, bool wanted);
    // Like recall().
    void recall_written(const std::vector<std::uint32_t>& words);
    static void read_bounds(std::span<const std::uint32_t> words, std::span<B> into);  // of a zone written like that

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
    static constexpr unsigned turn_bits = 16;
    static constexpr Turn too_late = std::numeric_limits<Turn>::max();

    bool skip_to(Turn turn);
    void append(std::uint32_t head, std::span<const std::int32_t> slots, const ActiveClocks& active, const B* zone,
                std::vector<std::uint32_t>& record) const;
    void take_apart(const std::uint32_t* record);
    static constexpr std::size_t words_of(std::size_t bytes) { return (bytes + 3) / sizeof(std::uint32_t); }
    static constexpr std::size_t clock_words(std::size_t n) {
        return words_of(n * sizeof(ClockIndex)) + 2 * words_of(n * sizeof(std::int64_t));
    }
    static constexpr std::size_t zone_words(std::size_t n) { return words_of(n * n * sizeof(B)); }
    Turn turn_now() const { return static_cast<Turn>(std::min<std::size_t>(turn_, too_late)); }
    std::vector<std::uint16_t> dimensions();  // of zones, per discrete state
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
    const std::uint32_t* received_ = nullptr;  // the discrete part of the record that was received last

    // The representative of the successor, if there is a symmetry and it is another state.
    std::optional<BasicRepresentedZone<B>> represented_;
    bool is_represented_ = false;
};

extern template class BasicZoneSpace<zone::Bound>;
extern template class BasicZoneSpace<zone::WideBound>;

using ZoneSpace = BasicZoneSpace<zone::Bound>;
using WideZoneSpace = BasicZoneSpace<zone::WideBound>;

}  // namespace crowfly
