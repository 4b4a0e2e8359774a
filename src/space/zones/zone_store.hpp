// The symbolic states generated so far. The zones of each discrete state form an antichain: a zone covered by another
// one is not kept.
#pragma once

#include <cstdint>
#include <new>
#include <vector>

#include "base/chunked.hpp"
#include "base/files/parts.hpp"
#include "space/layout.hpp"
#include "space/node.hpp"
#include "space/parents.hpp"
#include "space/stores/state_set.hpp"
#include "space/stores/store.hpp"
#include "space/zone_work.hpp"
#include "space/zones/zone_pool.hpp"
#include "zone/covering.hpp"

namespace crowfly {

// How zones of the same discrete state are compared. With `hull` there is one per discrete state: the least zone around
// all that were added, an over-approximation.
enum class Comparison : std::uint8_t { equality, inclusion, simulation, hull };

template <class B>
class BasicZoneStore {
public:
    using Pool = BasicZonePool<B>;

    BasicZoneStore(const Layout& layout, Comparison comparison, bool compressed)
        : comparison_(comparison), compressed_(compressed), states_(layout, compressed) {}

    // Adds a zone over n clocks to a discrete state unless a stored one covers it; stored zones that the new one covers
    // are dropped, unless spared. The bounds are those of the simulation. no_node: it is covered.
    NodeId add(const std::uint32_t* packed, const B* z, std::size_t n, const std::int64_t* lower,
               const std::int64_t* upper, NodeId parent, Spared spared = {});
    // Prefetches the memory that adding a zone to this discrete state needs.
    void announce(const std::uint32_t* packed) { states_.announce(packed); }
    NodeId coverer() const { return coverer_; }                      // of the zone that was not added last
    const std::vector<NodeId>& covered() const { return dropped_; }  // by the zone that was added last
    // A store of the same kind that holds nothing.
    BasicZoneStore emptied(const Layout& layout) const { return {layout, comparison_, compressed_}; }
    // Adds a zone that no other one is compared with, or what is left of a covered one.
    void adopt(const std::uint32_t* packed, const B* z, std::size_t n, NodeId parent);
    void adopt_covered(const std::uint32_t* packed, NodeId parent);
    // Whether a stored zone covers this one, without adding it.
    bool covers(const std::uint32_t* packed, const B* z, std::size_t n, const std::int64_t* lower,
                const std::int64_t* upper);
    // With equality: the node of exactly this zone, or no_node.
    NodeId find(const std::uint32_t* packed, const B* z, std::size_t n);

    // With hull: the node of a discrete state, or no_node.
    NodeId hull_of(const std::uint32_t* packed) const {
        const std::optional<StateId> state = states_.find(packed);
        return state ? first_[*state] : no_node;
    }

    void state(NodeId node, std::uint32_t* packed) const { states_.read(nodes_[node].state, packed); }
    void zone(NodeId node, std::size_t n, B* into) const { pool_.read(nodes_[node].zone, n, into); }
    NodeId parent(NodeId node) const { return parents_[node]; }
    StateId discrete(NodeId node) const { return nodes_[node].state; }
    bool is_covered(NodeId node) const { return nodes_[node].covered; }

    // Of a search that goes on.
    void restore_comparisons(std::uint64_t comparisons) { work_.comparisons = comparisons; }

    std::size_t nodes() const { return nodes_.size(); }
    std::size_t stored() const { return nodes_.size() - covered_; }
    std::size_t states() const { return states_.size(); }
    std::size_t zones() const { return pool_.size(); }
    std::size_t minimal_zones() const { return pool_.minimal_zones().size(); }  // those in minimal constraint form
    const ZoneWork& work() const { return work_; }
    void parts(auto& each) {
        each.known(row_bytes_ + bytes_of(pairs_));
        each.derived(states_, pool_, nodes_, parents_, first_);
    }

private:
    struct Node {
        StateId state;
        NodeId next : 31;  // of the same discrete state; `end` terminates the list
        std::uint32_t covered : 1;
        typename Pool::Id zone;
    };
    static constexpr std::uint32_t end = 0x7FFFFFFFU;

    // A discrete state with few zones has them in a linked list; one with many has them in a row with their signatures,
    // by which most comparisons are avoided.
    struct Entry {
        NodeId node;
        zone::Signature signature;
    };
    using Row = std::vector<Entry>;
    static constexpr std::uint32_t is_row = 0x80000000U;  // in first_: the other bits are the index of a row
    static constexpr std::size_t longest_list = 6;

    void prepare(const B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper);
    bool is_covered_in(StateId state, const Spared& spared);
    bool covered_by(NodeId node);
    bool covered_by_minimal(NodeId node);
    bool covers(NodeId node);
    bool covers_minimal(NodeId node);
    bool covered_by_node(NodeId node) {
        coverer_ = node;
        return true;
    }
    bool is_covered_in_list(StateId state, Spared spared, std::size_t& length);
    bool is_covered_in_row(Row& row, Spared spared);
    NodeId add_to_hull(StateId state, NodeId parent);
    void enlist(StateId state, const B* z, std::size_t length, typename Pool::Id number, NodeId parent);
    void drop(NodeId node);
    void push(const Node& node, NodeId parent) {
        if (nodes_.size() >= end) throw std::bad_alloc();  // more nodes than lists have numbers for
        nodes_.push_back(node);
        parents_.push_back(parent);
    }
    StateId state_of(const std::uint32_t* packed, bool& fresh);
    NodeId insert(StateId state, const B* z, std::size_t length, NodeId parent);
    void make_row(StateId state);
    void append(Row& row, NodeId node, const B* z);
    void make_fit(const B* z);
    void look_at_sharing();
    const B* rebuild(NodeId node);
    template <class Cell>
    void prepare(zone::Covering<Cell, B>& covering) const;
    zone::Covering<zone::NarrowBound, B>& narrow_covering();
    zone::Covering<B, B>& wide_covering();

    Comparison comparison_;
    bool compressed_;
    StateSet states_;
    Pool pool_;
    Chunked<Node> nodes_;
    Parents parents_;
    Chunked<std::uint32_t> first_;  // per discrete state
    StateTable pairs_{2, 2};        // with equality: state and zone of each node, in their order
    std::vector<Row> rows_;
    zone::SignatureScale scale_;
    std::vector<std::size_t> suspects_;  // positions in the row whose zones the new one may cover
    std::size_t row_bytes_ = 0;
    std::size_t covered_ = 0;
    std::vector<NodeId> dropped_;
    ZoneWork work_;
    NodeId coverer_ = no_node;

    std::vector<B> hull_;

    std::size_t rebuilt_count_ = 0;
    bool keeps_minimal_ = false;    // zones in minimal constraint form
    std::size_t next_look_ = 1024;  // at sharing, in nodes

    // The zone being added.
    const B* added_ = nullptr;
    std::size_t n_ = 0;
    const std::int64_t* lower_ = nullptr;
    const std::int64_t* upper_ = nullptr;
    zone::Covering<zone::NarrowBound, B> narrow_;
    zone::Covering<B, B> wide_;
    bool narrow_prepared_ = false;
    bool wide_prepared_ = false;
    std::vector<B> rebuilt_;  // the matrix of a zone in minimal form
};

extern template class BasicZoneStore<zone::Bound>;
extern template class BasicZoneStore<zone::WideBound>;

static_assert(Store<BasicZoneStore<zone::Bound>>);

using ZoneStore = BasicZoneStore<zone::Bound>;
using WideZoneStore = BasicZoneStore<zone::WideBound>;

}  // namespace crowfly
