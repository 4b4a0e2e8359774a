// The active clocks of a discrete state: those compared with something before their next reset. The others need no row
// in a zone. Which clocks are active depends on the locations alone, so the list is not stored with a state but
// computed again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/network.hpp"
#include "zone/bound.hpp"

namespace crowfly {

struct ActiveClocks {
    std::vector<ClockIndex> clocks;          // ascending; [0] is the constant zero
    std::vector<std::int64_t> lower, upper;  // the largest constants each is compared with, or zone::none

    std::size_t size() const { return clocks.size(); }
};

// The least value of each clock in a zone over these clocks, by clock number; 0 for inactive clocks. Values are cut to
// 32 bits, which keeps them lower bounds.
template <class B>
void find_floor(const ActiveClocks& active, const B* zone, std::vector<std::int32_t>& floor);

// A zone with what is needed to read it, for those that do not know the width of its bounds.
struct ZoneCopy {
    std::vector<std::int32_t> floor;      // the least value of each clock, see find_floor()
    std::vector<ClockIndex> clocks;       // those of its rows, ascending; [0] is the constant zero
    std::vector<zone::WideBound> bounds;  // the matrix; empty: nothing is known of any clock

    void clear() {
        floor.clear();
        clocks.clear();
        bounds.clear();
    }
};
template <class B>
void find_zone(const ActiveClocks& active, const B* zone, ZoneCopy& into);

class ClockActivity {
public:
    // `everywhere`: comparisons made by the query, active in all states. `one_bound`: lower and upper bounds are not
    // distinguished, except for the clock `exempt`.
    ClockActivity(const Network& network, std::vector<ClockBound> everywhere, bool one_bound, ClockIndex exempt);

    void find(std::span<const std::int32_t> slots, ActiveClocks& into);
    std::int64_t largest_constant() const;  // of all comparisons, except those of `exempt`

private:
    void spread_over_copies();
    void consider(const ClockBound& bound);
    void add(ClockIndex clock, std::int64_t lower, std::int64_t upper, ActiveClocks& into) const;
    bool clocks_follow_processes() const;
    void list_by_location();
    void find_in_order(std::span<const std::int32_t> slots, ActiveClocks& into) const;

    const Network& network_;
    std::vector<ClockBound> everywhere_;
    bool one_bound_;
    ClockIndex exempt_;
    std::vector<std::int64_t> lower_, upper_;  // per clock, valid where its bit is set
    std::vector<std::uint64_t> set_;
    // No two processes compare the same clock, and clocks are numbered in the order of processes.
    bool in_order_ = false;
    // If so: the clocks of each location, one location after the other, and where they end.
    ActiveClocks of_locations_;
    std::vector<std::uint32_t> ends_;
};

}  // namespace crowfly
