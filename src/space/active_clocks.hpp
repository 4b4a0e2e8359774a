// The clocks that matter in a discrete state: those compared with something before their next reset. The others need no
// row in a zone. Which clocks matter depends on the locations alone, so the list is not stored with a state but found
// again.
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

// The least value of each clock in a zone over these clocks, by number; 0 of those that do not matter. Of values with
// more than 32 bits the greatest with fewer: the clock has at least that.
template <class B>
void find_floor(const ActiveClocks& active, const B* zone, std::vector<std::int32_t>& floor);

class ClockActivity {
public:
    // `everywhere`: comparisons made by the query, which matter in all states. `one_bound`: lower and upper bounds are
    // not told apart, except for the clock `exempt`.
    ClockActivity(const Network& network, std::vector<ClockBound> everywhere, bool one_bound, ClockIndex exempt);

    void find(std::span<const std::int32_t> slots, ActiveClocks& into);
    std::int64_t largest_constant() const;  // that any clock is compared with, but for the one exempt

private:
    void spread_over_copies();
    void consider(const ClockBound& bound);
    void add(ClockIndex clock, std::int64_t lower, std::int64_t upper, ActiveClocks& into) const;
    bool clocks_follow_processes() const;

    const Network& network_;
    std::vector<ClockBound> everywhere_;
    bool one_bound_;
    ClockIndex exempt_;
    std::vector<std::int64_t> lower_, upper_;  // per clock, valid where its bit is set
    std::vector<std::uint64_t> set_;
    bool in_order_ = false;  // no two processes compare the same clock, and their clocks are numbered in their order
};

}  // namespace crowfly
