// The states of a network without clocks, and their memory. No zone is carried along; otherwise this is ZoneSpace.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/chunked.hpp"
#include "space/layout.hpp"
#include "space/predicate.hpp"
#include "space/state_set.hpp"
#include "space/successors.hpp"
#include "space/zone_store.hpp"

namespace crowfly {

// The transitions of one state, one after the other.
class DiscreteSteps {
public:
    explicit DiscreteSteps(const Network& network) : network_(network), successors_(network) {}

    bool expand(std::span<const std::int32_t> slots);
    bool next();  // the result is in slots(); false: no more, or stop()
    std::span<const std::int32_t> slots() const { return successors_.after(); }
    std::span<const OfferIndex> firing() const {
        return network_.features.priorities ? important_[important_next_ - 1] : firing_;
    }
    EdgeIndex edge_index(OfferIndex offer) const { return successors_.offer(offer).edge; }
    const Edge& edge_of(OfferIndex offer) const { return network_.edges[edge_index(offer)]; }
    // Of the firing.
    std::uint32_t transition() const {
        return network_.features.priorities ? important_transitions_[important_next_ - 1]
                                            : successors_.candidates()[candidate_ - 1].transition;
    }
    const Stop& stop() const { return successors_.stop(); }
    const Stay* stay(std::span<const std::int32_t> slots) { return successors_.stay(slots); }
    const Stay& stay_after() const { return successors_.stay_after(); }

private:
    bool choose_first(const Candidate& candidate);
    bool choose_next();
    bool keep_most_important();

    const Network& network_;
    Successors successors_;
    std::size_t candidate_ = 0;
    std::vector<OfferIndex> firing_;
    std::vector<std::uint32_t> choices_;              // per broadcast group: which of its offers
    bool chosen_ = false;                             // firing_ is to be tried next
    std::vector<std::vector<OfferIndex>> important_;  // with priorities: those allowed, from important_next_ on
    std::vector<std::uint32_t> important_transitions_;
    std::size_t important_next_ = 0;
};

class DiscreteSpace {
public:
    DiscreteSpace(const Network& network, Layout layout, bool keeps_parents, bool compressed);

    bool start();
    bool expand(NodeId node);
    bool next();

    void note_edges() {
        notes_edges_ = true;
    }  // from now on the next function tells what led to an arrival; to a start: nothing
    const FiredEdges& fired_edges() const { return fired_edges_[next_ - 1]; }

    // Where lengths count, a known state that is reached by a shorter way is handed out again.
    NodeId add(NodeId parent, Spared spared = {});
    NodeId coverer() const { return known_; }  // the state that was met again, if none was stored
    bool is_covered(NodeId) const { return false; }
    NodeId parent(NodeId node) const { return parents_[node]; }  // if they are kept …
    bool keeps_parents() const { return keeps_parents_; }
    NodeId find_parent(NodeId node, NodeId first, NodeId end);  // … otherwise one is found again, among these
    void read(NodeId node, std::vector<std::int32_t>& slots) const;
    StateId discrete(NodeId node) const { return node; }
    static void find_floor(std::vector<std::int32_t>& floor) { floor.clear(); }  // there are no clocks
    static void find_floor(NodeId, std::vector<std::int32_t>& floor) { floor.clear(); }

    bool satisfies(Predicate& predicate, bool wanted);
    bool satisfies(NodeId node, Predicate& predicate, bool wanted);  // … of a stored state, between two expansions

    std::size_t nodes() const { return states_.size(); }
    std::size_t stored() const { return states_.size(); }
    std::size_t states() const { return states_.size(); }
    std::size_t bytes() const { return states_.bytes() + parents_.bytes(); }
    std::size_t bytes_after_growth() const { return states_.bytes_after_growth() + parents_.bytes(); }
    const Stop& stop() const { return steps_.stop(); }
    std::span<const std::int32_t> slots() { return unpacked(); }  // of the arrival

private:
    // Successors are made all at once, so that looking them up can begin before it is needed; up to a megabyte of them.
    static constexpr std::size_t most_words_at_once = 1 << 18;
    void pack_arrivals();
    void pack_arrival();
    void note_arrival();
    std::span<const std::int32_t> unpacked();
    bool is_stuck();  // the arrival

    const Network& network_;
    Layout layout_;
    DiscreteSteps steps_;
    DiscreteSteps looks_;  // asked about the arrival meanwhile
    StateSet states_;
    Chunked<NodeId> parents_;
    NodeId known_ = no_node;
    bool keeps_parents_;
    bool writes_known_;                  // a transition writes what its edges write
    std::vector<std::uint32_t> source_;  // the node being expanded, packed …
    std::vector<std::int32_t> slots_;    // … and not
    std::vector<std::uint32_t> packed_;  // its successors, one after the other …
    std::vector<std::uint64_t> announced_;
    bool notes_edges_ = false;
    std::vector<FiredEdges> fired_edges_;  // likewise, if they are noted; longer than needed
    bool has_more_ = false;                // there may be successors that have not been made yet
    std::size_t next_ = 0;                 // … of which those before this one have been delivered
    std::vector<std::int32_t> arrival_;    // the one delivered last, unpacked if it had to be
    bool is_unpacked_ = false;
    const std::uint32_t* delivered() const { return packed_.data() + (next_ - 1) * layout_.words(); }
    std::function<bool()> stuck_;
};

}  // namespace crowfly
