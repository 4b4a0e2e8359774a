// The zone graph: symbolic states, pairs of a discrete state and a zone, and their successors.
//
// A zone is over the active clocks of its locations (active_clocks.hpp). It contains the clock values after a
// transition and, if time may pass, after all delays that the invariants allow. It is widened by the chosen
// abstraction.
//
// Clock guards on urgent channels and on broadcast receivers, priorities, and comparisons of two clocks cut zones into
// parts. So a transition may have several successors, and there may be several initial states. Everything else needs no
// allocation.
//
// Bounds have 32 or 64 bits. Numbers that do not fit throw zone::OutOfRange.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"
#include "space/active_clocks.hpp"
#include "space/expander.hpp"
#include "space/successors.hpp"
#include "zone/abstraction.hpp"
#include "zone/zone.hpp"

namespace crowfly {

// The comparisons of clocks that a query adds to those of the model.
struct ClockUse {
    std::vector<ClockBound> bounds;          // active in every state
    std::vector<ClockConstraint> diagonals;  // comparisons of two clocks
    ClockIndex never_reset = 0;              // a clock that measures time: only lower bounds on it matter; 0: none
    bool exact = false;                      // zones must not be widened: their bounds are the answer
};

class Predicate;

template <class B>
class BasicZoneGraph {
public:
    using Zone = zone::BasicZone<B>;

    BasicZoneGraph(const Network& network, ClockUse query, Abstraction abstraction);

    // From now on successors are restricted to the clock values for which the formula has held (or failed) without
    // interruption since the state was entered. The formula must not mention `deadlock`.
    void confine_to(Predicate& formula, bool wanted) {
        confinement_ = &formula;
        confined_to_ = wanted;
    }
    void confine_no_more() { confinement_ = nullptr; }

    // These begin an enumeration of successors, which next() returns one by one. False: a run-time error or obstacle,
    // see stop(). The zone is over the active clocks of the slots; both must stay valid during the enumeration.
    bool start();
    bool expand(std::span<const std::int32_t> slots, const B* zone);
    // The successors by delay alone, as if the state had just been entered with these clock values.
    bool resume(std::span<const std::int32_t> slots, const B* zone);

    // For retracing a known path: from now on only successors that agree with `slots` in the slots `compared`, which
    // are sorted, are returned, with firing(), enabled(), clock_updates(), entry() and held().
    void aim_at(std::span<const std::int32_t> slots, std::span<const std::uint32_t> compared) {
        aim_ = slots;
        aimed_ = compared;
    }
    Firing firing() const { return successors_.firing(fired_transition_, fired_); }  // leads to the successor
    void note_edges() {
        notes_edges_ = true;
    }  // from now on fired_edges() are the edges that led to the successor; empty for an initial state
    const FiredEdges& fired_edges() const { return fired_edges_; }
    const Zone& enabled() const { return fired_from_; }  // the part of the expanded state in which it fires
    std::span<const ClockUpdate> clock_updates() const { return fired_updates_; }
    std::int64_t charged() { return successors_.charged(); }                // by its updates
    const Zone& entry() const { return entry_; }                            // the clock values before the delay
    bool held() const { return held_; }                                     // no time may pass
    std::span<const ClockIndex> stopped() const { return stay_->stopped; }  // clocks that do not run

    // Moves to the next successor. False: there is none, or a run-time error or obstacle.
    bool next();
    std::span<const std::int32_t> slots() const { return slots_; }
    const B* zone() const { return delivered_; }
    const ActiveClocks& active() const { return target_; }
    // Whether time may diverge in the successor.
    bool may_wait_forever() const;

    // The part of a state in which no transition is possible, now or after any delay, as zones over its active clocks.
    bool deadlocks(std::span<const std::int32_t> slots, const B* zone, std::vector<Zone>& zones);

    void find_active(std::span<const std::int32_t> slots, ActiveClocks& into) { activity_.find(slots, into); }
    const Stop& stop() const { return stop_; }

private:
    // A transition and the part of the zone in which it may fire, computed before its successors.
    struct Step {
        std::uint32_t transition = 0;
        std::vector<OfferIndex> firing;
        Zone enabled;  // where its guards hold, within the state
    };

    // The steps collected so far; their memory is reused.
    class Steps {
    public:
        void clear() { size_ = 0; }
        void add(std::uint32_t transition, const std::vector<OfferIndex>& firing, const Zone& enabled) {
            if (size_ == steps_.size()) steps_.emplace_back();
            steps_[size_].transition = transition;
            steps_[size_].firing = firing;
            steps_[size_].enabled = enabled;
            ++size_;
        }
        std::size_t size() const { return size_; }
        const Step& operator[](std::size_t i) const { return steps_[i]; }
        std::span<const Step> all() const { return {steps_.data(), size_}; }

    private:
        std::vector<Step> steps_;
        std::size_t size_ = 0;
    };

    bool enumerate(std::span<const std::int32_t> slots, const B* zone);
    bool next_step();
    void collect(const Candidate& candidate, std::vector<OfferIndex>& firing, std::size_t group, const Zone& where);
    void collect_all(const Candidate& candidate);
    bool restrict_to(std::span<const Limit> limits, B* z) const;
    bool enable(std::span<const OfferIndex> firing);
    void yield_to_priorities();
    bool enabled_before(const Step& step, Zone& z);

    bool fire(std::uint32_t transition, std::span<const OfferIndex> firing, const B* enabled);
    bool misses_aim(std::span<const OfferIndex> firing) const;
    void note_passage(std::uint32_t transition, std::span<const OfferIndex> firing, const B* enabled);
    void note_entry();
    void move_clocks(const B* source);
    bool begin();
    bool enter_given(std::span<const std::int32_t> slots);
    bool enter();
    void confine(const Zone& before);
    bool let_time_pass();
    bool hold_invariants(B* z);
    void let_time_pass_until_urgent();
    void pass_time(B* z);
    bool urgent_guards(std::span<const std::int32_t> slots, const std::vector<std::uint32_t>& positions, std::size_t n,
                       std::vector<Zone>& guards, bool& at_once);
    void read_invariants();
    void split_by_diagonals();
    void abstract(B* z) const;
    void widen(B* z) const;
    void index(const ActiveClocks& active, std::vector<std::uint32_t>& positions) const;
    void fail(const Stop& stop);

    const Network& network_;
    Abstraction abstraction_;
    bool exact_;
    ClockActivity activity_;
    std::int64_t largest_constant_;
    std::vector<Limit> diagonals_;  // every comparison of two clocks, one per possible bound
    Predicate* confinement_ = nullptr;
    bool confined_to_ = true;
    Successors successors_;             // of the state being expanded
    Successors entered_offers_;         // of the state being entered, if urgency is to be computed
    std::vector<bool> sends_urgently_;  // per location: some edge sends on an urgent channel
    Stop stop_;

    // The state being expanded.
    const B* source_zone_ = nullptr;
    ActiveClocks source_;
    std::vector<std::uint32_t> source_position_;  // per clock: its position among the active clocks
    std::size_t candidate_ = 0;                   // the next one to expand
    Steps steps_;                                 // those before step_ are done
    std::size_t step_ = 0;
    std::vector<OfferIndex> firing_;
    std::vector<B> enabled_;

    // The state being entered.
    std::vector<std::int32_t> start_;  // the initial state being entered, if starting_
    bool starting_ = false;
    std::span<const std::int32_t> slots_;
    std::vector<std::int32_t> given_;  // what slots_ and stay_ refer to if no transition led there
    Stay given_stay_;
    const Stay* stay_ = nullptr;
    ActiveClocks target_;
    std::vector<std::uint32_t> target_position_;
    struct Origin {
        std::uint32_t position;
        std::int64_t shift;
    };
    std::vector<Origin> origins_;      // per clock
    std::vector<B> above_;             // upper bounds on single clocks, per active clock
    std::vector<Limit> other_limits_;  // all other invariants
    std::vector<B> entered_;           // the successor, unless there are several pieces
    bool may_wait_ = false;            // time may pass
    std::vector<Zone> urgent_;         // time passes until one of these guards holds
    struct Wait {
        Zone start;
        std::vector<Zone> reached;
        bool held;  // no time passes
    };
    std::vector<Wait> waits_;           // the parts between urgent guards, if there are any
    std::vector<std::size_t> wait_of_;  // per piece, if known: the index of its Wait
    bool ready_ = false;                // entered_ is the next successor
    std::vector<Zone> pieces_;          // otherwise these are, from piece_ on
    std::size_t piece_ = 0;
    const B* delivered_ = nullptr;

    // What is recorded of each successor when a path is retraced.
    std::span<const std::int32_t> aim_;
    std::span<const std::uint32_t> aimed_;
    std::uint32_t fired_transition_ = 0;
    std::vector<OfferIndex> fired_;
    std::vector<ClockUpdate> fired_updates_;
    Zone fired_from_, entry_, entered_from_;
    bool held_ = false;
    bool notes_edges_ = false;
    FiredEdges fired_edges_;
};

// Its member functions are instantiated where they are defined: transitions in zone_graph.cpp, entering a state and
// delays in zone_graph_entry.cpp, and zone_graph_priorities.cpp, zone_graph_urgency.cpp, zone_graph_confinement.cpp.
static_assert(Expander<BasicZoneGraph<zone::Bound>>);

using ZoneGraph = BasicZoneGraph<zone::Bound>;
using WideZoneGraph = BasicZoneGraph<zone::WideBound>;

}  // namespace crowfly
