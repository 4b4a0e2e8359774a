// The local-time zone graph (network/analyses/locality.hpp says what local time is): symbolic states are pairs of a
// discrete state and a *local zone*, and their successors.
//
// A local zone is over the reference clocks, in order, then over the times of the last resets of the active clocks; the
// value of a clock is the time of its component minus the time of its reset. Only differences matter. The zone contains
// all times that the components can have come to on their own.
//
// What it says about the network is its *synchronised* part, in which all reference clocks are equal: the clock values
// that can be reached together, a zone of the ordinary kind. States without that part are left out, and states are
// compared by that part alone: a run of the network from one of its clock values leads through synchronised parts of
// successors, whatever else the local zone contains.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/analyses/locality.hpp"
#include "network/network.hpp"
#include "space/active_clocks.hpp"
#include "space/expander.hpp"
#include "space/successors.hpp"
#include "space/zones/zone_graph.hpp"
#include "zone/zone.hpp"

namespace crowfly {

template <class B>
class BasicLocalZoneGraph {
public:
    using Zone = zone::BasicZone<B>;

    BasicLocalZoneGraph(const Network& network, const Locality& locality, const ClockUse& query);

    // These begin an enumeration of successors, which next() returns one by one. False: a run-time error or obstacle,
    // see stop(). The slots and the local zone must stay valid during the enumeration.
    bool start();
    bool expand(std::span<const std::int32_t> slots, const B* local);
    bool next();

    std::span<const std::int32_t> slots() const { return slots_; }
    const ActiveClocks& active() const { return target_; }
    const Zone& local() const { return entered_; }
    const B* zone() const { return synchronised_.data(); }  // the synchronised part, over the active clocks
    const Stop& stop() const { return stop_; }

    // What led to the successor, until next() is called again.
    Firing firing() const { return successors_.firing(transition_, firing_); }
    std::uint32_t transition() const { return transition_; }
    void find_guards(std::vector<Limit>& into) const;  // of all its edges
    std::span<const ClockUpdate> clock_updates() { return successors_.clock_updates(); }
    std::span<const Limit> invariants() const { return stay_->limits; }        // of the successor
    bool is_held(ReferenceIndex component) const { return held_[component]; }  // its time does not pass there

    void find_active(std::span<const std::int32_t> slots, ActiveClocks& into) { activity_.find(slots, into); }
    std::size_t rows(const ActiveClocks& active) const { return locality_.references + active.size() - 1; }

private:
    void begin();
    bool enter_start();
    bool collect(const Candidate& candidate);
    bool enable();
    bool fire();
    bool synchronise();
    bool cut(Zone& z, std::size_t n, std::uint32_t left, std::uint32_t right, B bound) const;
    bool restrict_to(std::span<const Limit> limits, const std::vector<std::uint32_t>& positions, Zone& z,
                     std::size_t n) const;
    void index(const ActiveClocks& active, std::vector<std::uint32_t>& positions) const;
    void move_clocks();
    bool enter();
    void find_held();
    bool find_synchronised();
    bool fail(const Stop& stop);

    const Network& network_;
    const Locality& locality_;
    ClockActivity activity_;
    Successors successors_;
    Stop stop_;

    // The state being expanded.
    const B* source_zone_ = nullptr;
    ActiveClocks source_;
    std::vector<std::uint32_t> source_position_;  // per clock: the row of its reset
    std::size_t candidate_ = 0;                   // the next one
    std::uint32_t transition_ = 0;
    std::vector<std::vector<OfferIndex>> firings_;  // of the candidate, those before next_firing_ are done
    std::size_t next_firing_ = 0;
    std::vector<OfferIndex> firing_;
    Zone enabled_;

    // The state being entered.
    bool starting_ = false;
    std::vector<std::int32_t> start_;
    std::span<const std::int32_t> slots_;
    const Stay* stay_ = nullptr;
    ActiveClocks target_;
    std::vector<std::uint32_t> target_position_;
    std::vector<bool> held_;  // per component
    struct Origin {
        std::uint32_t row;
        std::int64_t shift;
    };
    std::vector<Origin> origins_;  // per row of the new zone
    Zone entered_, synchronised_;
    std::vector<B> from_now_, to_now_;
};

static_assert(Expander<BasicLocalZoneGraph<zone::Bound>>);

using LocalZoneGraph = BasicLocalZoneGraph<zone::Bound>;

}  // namespace crowfly
