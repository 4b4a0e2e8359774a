// The priced zone graph: symbolic states, pairs of a discrete state and a priced zone (zone/priced.hpp), and their
// successors.
//
// Which transitions are possible, when, and how long time may pass afterwards, is what the zone graph says
// (zone_graph.hpp), without its abstractions: widening adds clock values that have no price. On top of each of its
// successors the price is computed: clocks that are reset, or no longer active, are projected away; what the updates
// charge is added; then time passes at the rate of the new state. Projection and delay cut zones into pieces, so that a
// transition may have many successors.
//
// Two valuations of a state that differ only in clocks above all constants that these are compared with before their
// next reset can do the same, at the same price: guards and invariants, now, after any delay and after any transition,
// hold for both or for neither. So the price of one is a price of the other (zone::forget_above), and there are
// finitely many zones. Of each only finitely many prices are kept: they are integers at its corners and never negative,
// so that among infinitely many one would cover a later one (Dickson's lemma). This does not hold where clocks are
// compared with each other or copied; there nothing is forgotten, and there may be infinitely many zones.
//
// Stopwatches are not supported: their zones contain clock values that cannot be reached.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "space/priced/price_meter.hpp"
#include "space/priced/priced_passage.hpp"
#include "space/zones/zone_graph.hpp"
#include "zone/priced.hpp"

namespace crowfly {

class PricedGraph {
public:
    // `forgets`: clocks are forgotten above their constants, where that is sound. Passages are of use only without.
    PricedGraph(const Network& network, const ClockUse& use, bool forgets);

    // As in BasicZoneGraph.
    bool start();
    bool expand(std::span<const std::int32_t> slots, const zone::PricedZone& from);
    bool next();
    const Stop& stop() const { return stop_ ? stop_ : graph_.stop(); }

    std::span<const std::int32_t> slots() const { return graph_.slots(); }
    const ActiveClocks& active() const { return graph_.active(); }
    const zone::PricedZone& zone() const { return pieces_[piece_ - 1].zone; }
    // All clock values after the transition and any delay, of which the zone is a part.
    const zone::WideBound* reached() const { return graph_.zone(); }
    // How many successors of the same state were returned before.
    std::size_t number() const { return number_; }
    PricedPassage passage() const;

private:
    struct Piece {
        zone::PricedZone zone;
        std::vector<zone::Tie> before_update;
        std::vector<zone::Tie> before_delay;
        bool at_once = false;
    };
    struct ClockOrigin {
        std::uint32_t position;  // among the clocks of the source, 0: the constant zero
        std::int64_t shift;
    };

    void begin();
    bool make_pieces();
    void find_origins();
    std::vector<Piece> leave();
    bool enter(const Piece& left, zone::PricedZone& entered) const;
    void pass_time(const Piece& entered);
    void add(Piece piece);
    void forget(zone::PricedZone z);

    const Network& network_;
    bool forgets_;
    WideZoneGraph graph_;
    PriceMeter meter_;
    Stop stop_;
    const std::int32_t aim_ = 0;  // the zone graph records passages if it has an aim, and this one is met always

    bool starting_ = false;
    zone::PricedZone source_;
    ActiveClocks source_clocks_;
    std::vector<ClockOrigin> origins_;  // per clock of the successor
    std::int64_t charged_ = 0;
    std::int64_t rate_ = 0;
    std::vector<Piece> pieces_;
    std::size_t piece_ = 0;  // the next one to return
    std::size_t number_ = 0;
    bool any_ = false;  // one was returned
};

static_assert(Expander<PricedGraph>);

}  // namespace crowfly
