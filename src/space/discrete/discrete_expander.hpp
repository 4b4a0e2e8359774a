// Successors of the states of a network without clocks, packed. They are generated in batches of up to a megabyte, so
// that the memory in which they are looked up is prefetched. Nothing is remembered from one expansion to the next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "space/discrete/discrete_transitions.hpp"
#include "space/expander.hpp"
#include "space/layout.hpp"
#include "space/representative.hpp"
#include "space/stores/state_set.hpp"

namespace crowfly {

class DiscreteExpander {
public:
    // `announced_to`: the table in which successors will be looked up.
    DiscreteExpander(const Network& network, const Layout& layout, StateSet& announced_to);

    // From now on successors are not announced: they are looked up elsewhere.
    void announce_nothing() { announced_to_ = nullptr; }
    // From now on successors are replaced by their representatives.
    void represent_by(Representatives& representatives) { representatives_ = &representatives; }

    bool start();
    // Begins the successors of the state in source().
    bool expand();
    std::uint32_t* source() { return source_.data(); }
    bool next();

    const std::uint32_t* packed() const { return packed_.data() + (next_ - 1) * layout_.words(); }  // of the successor
    std::uint64_t announced() const { return announced_[next_ - 1]; }  // its hash, see StateTable
    std::span<const std::int32_t> slots();
    // Makes another state, which need not be a successor, the current one until next().
    void stand_at(const std::uint32_t* packed);

    // From now on fired_edges() are the edges that led to the successor; empty for an initial state.
    void note_edges() { notes_edges_ = true; }
    const FiredEdges& fired_edges() const { return fired_edges_[next_ - 1]; }

    const Stop& stop() const { return transitions_.stop(); }

private:
    static constexpr std::size_t most_words_at_once = 1 << 18;

    void pack_successors();
    void pack_successor();
    void announce(const std::uint32_t* packed) {
        announced_.push_back(announced_to_ == nullptr ? 0 : announced_to_->announce(packed));
    }
    void pack(std::span<const std::int32_t> slots, std::uint32_t* to);
    void note_successor();

    const Network& network_;
    const Layout& layout_;
    StateSet* announced_to_;  // null: nowhere
    DiscreteTransitions transitions_;
    Representatives* representatives_ = nullptr;          // null: every state is its own
    std::vector<std::int32_t> cleared_, representative_;  // the successor without dead slots, and what stands for it
    bool writes_known_;                                   // a transition writes what its edges write
    std::vector<std::uint32_t> source_;                   // the state being expanded, packed …
    std::vector<std::int32_t> slots_;                     // … and not
    std::vector<std::uint32_t> packed_;                   // its successors, one after the other …
    std::vector<std::uint64_t> announced_;
    bool notes_edges_ = false;
    std::vector<FiredEdges> fired_edges_;  // per successor, if they are noted; may be longer than needed
    bool has_more_ = false;                // there may be successors that are not generated yet
    std::size_t next_ = 0;                 // index of the next successor to be delivered
    std::vector<std::int32_t> successor_;  // the one delivered last, unpacked on demand
    bool is_unpacked_ = false;
};

static_assert(Expander<DiscreteExpander>);

}  // namespace crowfly
