// The zone graph with its memory: nodes are the symbolic states stored so far. Searches are written against this interface, which
// DiscreteSpace shares.
#pragma once

#include <span>
#include <vector>

#include "space/layout.hpp"
#include "space/predicate.hpp"
#include "space/zone_graph.hpp"
#include "space/zone_store.hpp"

namespace crowfly {

class ZoneSpace {
public:
    ZoneSpace(const Network& network, Layout layout, const ClockUse& use, Abstraction abstraction, bool compressed);

    // Both begin an enumeration of arrivals. False: the model cannot go on.
    bool start() { return steps_.start(); }
    bool expand(NodeId node);
    bool next() { return steps_.next(); }  // moves to the next arrival; false: no more, or stop()

    // Stores the arrival, unless a stored state covers it: no_node. The arrival stays where it is. A node that is covered
    // later need not be expanded.
    NodeId add(NodeId parent, Spared spared = {});
    bool is_covered(NodeId node) const { return store_.is_covered(node); }
    NodeId parent(NodeId node) const { return store_.parent(node); }
    void read(NodeId node, std::vector<std::int32_t>& slots) const;  // its discrete state

    // Whether the formula holds (or fails) somewhere in the arrival.
    bool satisfies(Predicate& predicate, bool wanted);

    std::size_t nodes() const { return store_.nodes(); }
    std::size_t stored() const { return store_.stored(); }
    std::size_t bytes() const { return store_.bytes(); }
    std::size_t bytes_after_growth() const { return store_.bytes_after_growth(); }
    const Stop& stop() const { return steps_.stop(); }

    std::span<const std::int32_t> slots() const { return steps_.slots(); }  // of the arrival
    const ZoneGraph& graph() const { return steps_; }  // the arrival
    ZoneGraph& questions() { return looks_; }          // may be asked about the arrival meanwhile

private:
    Layout layout_;
    ZoneGraph steps_;  // makes arrivals
    ZoneGraph looks_;
    ZoneStore store_;
    std::vector<std::uint32_t> packed_;
    std::vector<std::int32_t> slots_;  // of the node being expanded
    ActiveClocks active_;
    std::vector<zone::Bound> zone_;
};

}  // namespace crowfly
