// The zone graph: discrete states with sets of clock values, stepped through symbolically.
//
// A symbolic state knows only the clocks that still matter at its locations (those with a bound there); the others have no
// row in its matrix. Which clocks matter depends on the locations alone, so the list is not stored but found again. A zone is
// what is reached after the locations were entered and, where time may pass, after all delays their invariants allow;
// it is widened by the abstraction asked for.
//
// Clock guards on urgent channels and on broadcast receivers, and priorities, cut zones into several: a step may therefore have
// more than one result, and so may the start.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"
#include "space/successors.hpp"
#include "zone/zone.hpp"

namespace crowfly {

enum class Abstraction : std::uint8_t { none, m, m_plus, lu, lu_plus };

struct SymbolicState {
    std::vector<std::int32_t> slots;
    zone::Zone zone;  // over the active clocks of the slots, clock 0 first
};

// The clocks that matter in a discrete state, and the largest constants they are compared with.
struct ActiveClocks {
    std::vector<ClockIndex> clocks;  // ascending; [0] is the constant zero
    std::vector<std::int32_t> lower, upper;

    std::size_t size() const { return clocks.size(); }
};

class ZoneGraph {
public:
    // `query_bounds`: comparisons made by the query, which matter everywhere.
    ZoneGraph(const Network& network, std::vector<ClockBound> query_bounds, Abstraction abstraction);

    // Called with each result; false ends the enumeration early.
    using Visit = std::function<bool(const SymbolicState&)>;

    // Each answers false if the model cannot go on, see stop(). Ending early is not that.
    bool initial(const Visit& visit);
    bool successors(const SymbolicState& state, const Visit& visit);

    // The part of the state from which no action is possible, now or after any delay: zones over its active clocks.
    bool deadlocks(const SymbolicState& state, std::vector<zone::Zone>& zones);

    void active_clocks(std::span<const std::int32_t> slots, ActiveClocks& into) const;
    const Stop& stop() const { return stop_; }

private:
    struct Step {
        std::vector<OfferIndex> firing;
        zone::Zone enabled;  // where its guards hold, within the state
    };

    bool enumerate(const SymbolicState& state);
    bool collect(const Candidate& candidate, std::vector<OfferIndex>& firing, std::size_t group, const zone::Zone& where);
    bool restrict_to(std::span<const Limit> limits, zone::Zone& z) const;
    void yield_to_priorities();
    bool start(const Visit& visit, bool& goes_on);
    bool fire(const Step& step, const Visit& visit, bool& goes_on);
    bool enter(const Visit& visit, bool& goes_on);
    void move_clocks(const zone::Zone& source);
    bool let_time_pass(std::vector<zone::Zone>& pieces);
    bool urgent_guards(std::vector<zone::Zone>& guards, bool& at_once);
    bool enabled_before(const Step& step, zone::Zone& z);
    void widen(zone::Zone& z) const;
    void index(const ActiveClocks& active, std::vector<std::uint32_t>& positions) const;

    const Network& network_;
    std::vector<ClockBound> query_bounds_;
    Abstraction abstraction_;
    Successors successors_;  // of the state being left
    Successors arrival_;     // of the state being entered, where urgency has to be known
    Stop stop_;

    const Stay* stay_ = nullptr;  // what the state being entered asks for
    Stay initial_stay_;
    ActiveClocks source_, target_;
    std::vector<std::uint32_t> source_position_, target_position_;  // per clock, in the active list
    zone::Zone zone_;    // of the state being left
    std::vector<Step> steps_;
    SymbolicState result_;
};

}  // namespace crowfly
