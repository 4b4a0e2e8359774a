// The state space in local time: the local-time zone graph as an expander, and the store of the states it has
// generated. Stored states are compared by their synchronised parts, which is all that is kept of a state once it was
// expanded; local zones are kept until then.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "base/files/parts.hpp"
#include "space/layout.hpp"
#include "space/local/local_zone_graph.hpp"
#include "space/per_node.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/zone_store.hpp"

namespace crowfly {

template <class B>
class BasicLocalSpace {
public:
    using Graph = BasicLocalZoneGraph<B>;

    // `locality` must stay where it is.
    BasicLocalSpace(const Network& network, const Locality& locality, Layout layout, const ClockUse& use,
                    bool compressed);

    // As in BasicZoneSpace. A state is expanded once at most.
    bool start();
    bool expand(NodeId node);
    bool next() {
        ++turn_;
        return expander_.next();
    }
    NodeId add(NodeId parent, Spared spared = {});
    NodeColumns& columns() { return columns_; }  // what a search knows of each node
    const std::vector<NodeId>& covered() const { return store_.covered(); }
    bool is_covered(NodeId node) const { return store_.is_covered(node); }
    NodeId parent(NodeId node) const { return store_.parent(node); }
    void read(NodeId node, std::vector<std::int32_t>& slots) const;
    // The transitions along the path to a node, in the order in which the search took them.
    std::vector<Firing> firings_to(NodeId node);
    bool satisfies(Predicate& predicate, bool wanted);

    static constexpr bool is_symmetric() { return false; }
    static std::vector<std::vector<std::int32_t>> unfold(const std::vector<NodeId>&) { return {}; }

    std::size_t nodes() const { return store_.nodes(); }
    const ZoneWork& zone_work() const { return store_.work(); }
    std::size_t stored() const { return store_.stored(); }
    std::size_t states() const { return store_.states(); }  // discrete states
    void parts(auto& each) { each.derived(store_, locals_, columns_); }
    static constexpr bool is_resumable = false;  // stored zones are not those that are expanded
    const Stop& stop() const { return expander_.stop(); }
    std::span<const std::int32_t> slots() const { return expander_.slots(); }

private:
    using Pool = BasicZonePool<B>;
    using Turn = std::uint16_t;
    static constexpr Turn too_late = std::numeric_limits<Turn>::max();

    // Of a state that was not expanded.
    struct Local {
        typename Pool::Id zone;
        std::uint32_t rows;  // 0: it was expanded, or is covered
        void parts(auto& each) { each(zone, rows); }
    };

    void forget(NodeId node);
    bool skip_to(Turn turn);

    Layout layout_;
    Graph expander_;
    BasicZoneGraph<B> examiner_;
    BasicZoneStore<B> store_;
    Pool locals_;
    NodeColumns columns_;
    PerNode<Local> open_{columns_};
    std::size_t turn_ = 0;  // position of the successor in its enumeration, from 1
    PerNode<Turn> turns_{columns_};
    std::vector<std::uint32_t> packed_;
    std::vector<std::int32_t> slots_;  // of the node expanded last
    std::vector<B> zone_;
};

extern template class BasicLocalSpace<zone::Bound>;
extern template class BasicLocalSpace<zone::WideBound>;

}  // namespace crowfly
