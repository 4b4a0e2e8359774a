// The zone graph: discrete states with sets of clock values, stepped through symbolically.
//
// A symbolic state knows only the clocks that matter at its locations, see active_clocks.hpp. Its zone is what is
// reached after the locations were entered and, where time may pass, after all delays their invariants allow; it is
// widened by the abstraction asked for.
//
// Clock guards on urgent channels and on broadcast receivers, priorities, and comparisons of two clocks cut zones into
// several: a step may therefore have more than one result, and so may the start. Everything else is done without
// any allocation.
//
// With bounds of 32 or of 64 bits. Where a number gets too large for them all of these throw zone::OutOfRange.
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

// What a query adds to the comparisons the model makes.
struct ClockUse {
    std::vector<ClockBound> bounds;          // they matter everywhere
    std::vector<ClockConstraint> diagonals;  // comparisons of two clocks
    ClockIndex never_reset = 0;              // a clock that measures: only its lower bounds matter; 0: none
    bool exact = false;  // zones must not be widened, whatever the abstraction allows: they are read off
};

class Predicate;

template <class B>
class BasicZoneGraph {
public:
    using Zone = zone::BasicZone<B>;

    BasicZoneGraph(const Network& network, ClockUse query, Abstraction abstraction);

    // From now on results are cut to where a formula holds (or fails) without interruption since the state was entered.
    // It must not mention `deadlock`.
    void confine_to(Predicate& formula, bool wanted) {
        confinement_ = &formula;
        confined_to_ = wanted;
    }
    void confine_no_more() { confinement_ = nullptr; }

    // These prepare results for next(), and answer false if the model cannot go on, see stop(). The zone is over the
    // active clocks of the slots, and both must stay while results are fetched.
    bool start();
    bool expand(std::span<const std::int32_t> slots, const B* zone);
    // As if the state had just been entered with these clock values.
    bool resume(std::span<const std::int32_t> slots, const B* zone);

    // For whoever follows a known path once more: from now on only results that agree with these slots in the ones
    // compared are delivered, and each can be asked how it came about.
    void aim_at(std::span<const std::int32_t> slots, std::span<const std::uint32_t> compared) {
        aim_ = slots;
        aimed_ = compared;
    }
    Firing firing() const { return successors_.firing(fired_transition_, fired_); }  // that led to the result
    void note_edges() {
        notes_edges_ = true;
    }  // from now on fired_edges() tells what led to the result; of a start: nothing
    const FiredEdges& fired_edges() const { return fired_edges_; }
    const Zone& enabled() const { return fired_from_; }  // where in the expanded state it may fire
    std::span<const ClockUpdate> clock_updates() const { return fired_updates_; }
    const Zone& entry() const { return entry_; }  // what time passed from, up to the result …
    bool held() const { return held_; }           // … unless it could not
    std::span<const ClockIndex> stopped() const { return stay_->stopped; }  // clocks it did not pass for

    // Moves to the next result. False: there is none; or the model cannot go on.
    bool next();
    std::span<const std::int32_t> slots() const { return slots_; }
    const B* zone() const { return delivered_; }
    const ActiveClocks& active() const { return target_; }
    // Whether time may pass without end while the result is held.
    bool may_wait_forever() const;

    // The part of a state from which no action is possible, now or after any delay: zones over its active clocks.
    bool deadlocks(std::span<const std::int32_t> slots, const B* zone, std::vector<Zone>& zones);

    void find_active(std::span<const std::int32_t> slots, ActiveClocks& into) { activity_.find(slots, into); }
    const Stop& stop() const { return stop_; }

private:
    // A transition whose place in the zone had to be worked out beforehand.
    struct Step {
        std::uint32_t transition = 0;
        std::vector<OfferIndex> firing;
        Zone enabled;  // where its guards hold, within the state
    };

    // Those collected so far; the memory of earlier ones is used again.
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
    Successors entered_offers_;         // of the state being entered, where urgency has to be known
    std::vector<bool> sends_urgently_;  // per location: some edge sends on an urgent channel
    Stop stop_;

    // The state being expanded.
    const B* source_zone_ = nullptr;
    ActiveClocks source_;
    std::vector<std::uint32_t> source_position_;  // per clock, in the active list
    std::size_t candidate_ = 0;                   // the next one to look at
    Steps steps_;                                 // collected, of which those before step_ are done
    std::size_t step_ = 0;
    std::vector<OfferIndex> firing_;
    std::vector<B> enabled_;

    // The state being entered.
    std::vector<std::int32_t> start_;  // the start being taken, if starting_
    bool starting_ = false;
    std::span<const std::int32_t> slots_;
    std::vector<std::int32_t> given_;  // what slots_ and stay_ speak of when no transition led there
    Stay given_stay_;
    const Stay* stay_ = nullptr;
    ActiveClocks target_;
    std::vector<std::uint32_t> target_position_;
    struct Origin {
        std::uint32_t position;
        std::int64_t shift;
    };
    std::vector<Origin> origins_;      // per clock
    std::vector<B> above_;             // invariants of the form x <= c, per active clock …
    std::vector<Limit> other_limits_;  // … and all others
    std::vector<B> entered_;           // the only result, unless there are pieces
    bool may_wait_ = false;            // time passes there
    std::vector<Zone> urgent_;         // until one of these guards holds
    struct Wait {
        Zone start;
        std::vector<Zone> reached;
        bool held;  // no time passes at all
    };
    std::vector<Wait> waits_;           // what comes of it, if there are any
    std::vector<std::size_t> wait_of_;  // per piece, where it can be told: of which of them it is a result
    bool ready_ = false;                // entered_ is to be delivered
    std::vector<Zone> pieces_;          // otherwise these, from piece_ on
    std::size_t piece_ = 0;
    const B* delivered_ = nullptr;

    // What is noted of each result while there is an aim.
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

// Its parts are instantiated where they are defined: transitions in zone_graph.cpp, entering a state and letting time
// pass in zone_graph_entry.cpp, and zone_graph_priorities.cpp, zone_graph_urgency.cpp, zone_graph_confinement.cpp.
static_assert(Expander<BasicZoneGraph<zone::Bound>>);

using ZoneGraph = BasicZoneGraph<zone::Bound>;
using WideZoneGraph = BasicZoneGraph<zone::WideBound>;

}  // namespace crowfly
