// The discrete part of the semantics: which transitions of a state are possible if clocks are ignored, and their effect
// on the integers.
//
// An *offer* is an edge from a current location, with values for its selects, whose guard over integers holds; its
// clock guard remains as limits. A *candidate* is built of offers: one internal edge, a sender and a receiver, or a
// broadcast sender with, process by process in system order, the receive edges to choose from. Which processes receive
// a broadcast depends on the clocks: every process with a receive edge whose clock guard holds takes one of them. A
// vector is like a broadcast: its first edge is the sender, its other parts receive in the order of writing, and some
// of them are required. A *firing* is a list of offers that fire together, sender first, then receivers in that order.
//
// All guards, channel indices and select values are evaluated in the state before the transition. Updates then run one
// after the other: before_update, sender, receivers, after_update. Meta variables keep their values from one transition
// to the next, as in UPPAAL; they do not distinguish states.
//
// Nothing is allocated once the buffers have grown. Offers, candidates and spans are valid until the next enumerate().
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "network/network.hpp"
#include "space/evaluator.hpp"
#include "space/firing.hpp"
#include "space/stop.hpp"

namespace crowfly {

using OfferIndex = std::uint32_t;

struct Offer {
    EdgeIndex edge = 0;
    ChannelIndex channel = 0;  // of an edge that synchronises
    std::uint32_t values = 0;  // index of its first select value
    Run limits;
};

// The offers of one process to receive a broadcast or take part in a vector.
struct ReceiverGroup {
    ProcessIndex process = 0;
    Run offers;
    bool required = false;  // the transition needs one of them; otherwise the process may stay out
};

struct Candidate {
    static constexpr OfferIndex no_offer = std::numeric_limits<OfferIndex>::max();

    std::uint32_t transition = 0;    // into Network::transitions
    OfferIndex sender = 0;           // the internal edge, or the sender's
    OfferIndex receiver = no_offer;  // binary
    Run groups;                      // broadcast and vector
};

class Successors {
public:
    explicit Successors(const Network& network);

    // Computes the candidates of a state. False: a run-time error or obstacle, see stop().
    bool enumerate(std::span<const std::int32_t> state);

    std::span<const Candidate> candidates() const { return candidates_; }
    const Offer& offer(OfferIndex index) const { return offers_[index]; }
    std::span<const Limit> limits(const Offer& offer) const { return offer.limits.of(limits_); }
    std::span<const std::int32_t> select_values(const Offer& offer) const;
    std::span<const ReceiverGroup> groups(const Candidate& candidate) const { return candidate.groups.of(groups_); }
    std::span<const OfferIndex> offers(const ReceiverGroup& group) const { return group.offers.of(receivers_); }

    // Whether the candidate synchronises on an urgent channel: no time may pass while its clock guards hold.
    bool is_urgent(const Candidate& candidate) const;
    // While a location is committed, an edge from a committed location must take part. Candidates that cannot satisfy
    // this are not listed; for a broadcast it may depend on the receivers.
    bool obeys_commitment(std::span<const OfferIndex> firing) const;
    Priority priority(std::span<const OfferIndex> firing) const;

    enum class Outcome : std::uint8_t {
        reached,
        excluded,  // the transition is not possible: an invariant of its target is false for all clock values, or a
                   // fault disables it
        stopped,   // see stop()
    };
    // Fires in the state enumerated last. The new state, its clock assignments and its invariants are in after(),
    // clock_updates() and stay_after() until the next apply().
    Outcome apply(std::span<const OfferIndex> firing);
    std::span<const std::int32_t> after() const { return after_; }
    std::span<const ClockUpdate> clock_updates() { return evaluator_.clock_updates(); }
    const Stay& stay_after() const { return stay_after_; }
    std::int64_t charged() { return evaluator_.charged(); }  // by the updates

    // Invariants, stopped clocks and urgency of any state. Nothing: a run-time error or obstacle, see stop().
    const Stay* stay(std::span<const std::int32_t> state);

    // The firing with edges and select values, which are valid after the enumeration.
    Firing firing(std::uint32_t transition, std::span<const OfferIndex> offers) const;

    const Stop& stop() const { return stop_; }

    // The most combinations of select values of one state.
    static constexpr std::size_t select_limit = 1 << 22;

private:
    const Edge& edge_of(OfferIndex offer) const { return network_.edges[offers_[offer].edge]; }
    bool is_at_source(const Edge& edge) const {
        return before_[edge.process] == static_cast<std::int32_t>(edge.source);
    }
    bool is_committed(const Edge& edge) const { return network_.location(edge.process, edge.source).committed; }

    void index_transitions();
    void begin(std::span<const std::int32_t> state);
    bool add_transition(std::uint32_t transition);
    bool add_internal(std::uint32_t transition);
    bool add_pairs(std::uint32_t transition);
    bool add_broadcasts(std::uint32_t transition);
    bool add_vectors(std::uint32_t transition);
    bool add_parts(std::span<const VectorPart> parts, bool& possible);
    bool add_with_groups(std::uint32_t transition, OfferIndex sender, Run groups);
    bool add_groups(OfferIndex sender, std::span<const EdgeIndex> edges);
    bool add_to_group(EdgeIndex edge, ChannelIndex channel);
    bool can_hear(const Edge& receiver, const Run& senders) const;

    const Run* offers_of(EdgeIndex edge);
    bool make_offers(EdgeIndex edge);
    bool first_selects(const Edge& edge);
    bool next_selects(const Edge& edge);
    bool try_offer(EdgeIndex edge);

    bool run_updates(std::span<const OfferIndex> firing);
    bool stop_at_obstacle(std::span<const OfferIndex> firing);
    bool fail(Stop::Kind kind, Stop::Part part, EdgeIndex edge);

    struct Memo {
        std::uint64_t round = 0;
        Run offers;
    };

    const Network& network_;
    Evaluator evaluator_;
    std::vector<std::uint32_t> transition_starts_;  // per edge, into transition_list_
    std::vector<std::uint32_t> transition_list_;

    std::vector<std::int32_t> before_;
    bool committed_ = false;  // some location of before_ is committed
    std::uint64_t round_ = 0;
    std::vector<Memo> memos_;  // per edge; valid if written in this enumeration
    std::vector<std::int32_t> selects_;
    std::vector<Offer> offers_;
    std::vector<std::int32_t> values_;
    std::vector<Limit> limits_;
    std::vector<Candidate> candidates_;
    std::vector<ReceiverGroup> groups_;
    std::vector<OfferIndex> receivers_;

    std::vector<std::int32_t> after_;
    Stay stay_after_;
    Stay stay_;
    std::vector<std::int32_t> stay_state_;
    Stop stop_;
};

}  // namespace crowfly
