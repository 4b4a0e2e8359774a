#include "space/active_clocks.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "zone/zone.hpp"

namespace crowfly {

static_assert(ClockBound::none == zone::none);

template <class B>
void find_floor(const ActiveClocks& active, const B* zone, std::vector<std::int32_t>& floor) {
    constexpr B most = std::numeric_limits<std::int32_t>::max();
    floor.assign(active.clocks.back() + std::size_t{1}, 0);
    for (std::size_t i = 1; i < active.size(); ++i)
        floor[active.clocks[i]] = static_cast<std::int32_t>(std::min(most, -zone::value_of(zone[i])));
}

template void find_floor(const ActiveClocks&, const zone::Bound*, std::vector<std::int32_t>&);
template void find_floor(const ActiveClocks&, const zone::WideBound*, std::vector<std::int32_t>&);

template <class B>
void find_zone(const ActiveClocks& active, const B* zone, ZoneCopy& into) {
    find_floor(active, zone, into.floor);
    into.clocks = active.clocks;
    into.bounds.resize(active.size() * active.size());
    std::transform(zone, zone + into.bounds.size(), into.bounds.begin(), [](B bound) {
        return bound == zone::infinity<B> ? zone::infinity<zone::WideBound> : zone::WideBound{bound};
    });
}

template void find_zone(const ActiveClocks&, const zone::Bound*, ZoneCopy&);
template void find_zone(const ActiveClocks&, const zone::WideBound*, ZoneCopy&);

ClockActivity::ClockActivity(const Network& network, std::vector<ClockBound> everywhere, bool one_bound,
                             ClockIndex exempt)
    : network_(network), everywhere_(std::move(everywhere)), one_bound_(one_bound), exempt_(exempt),
      lower_(network.clocks.size()), upper_(network.clocks.size()), set_(network.clocks.size() / 64 + 1) {
    if (network.features.clock_copies) spread_over_copies();
    in_order_ = everywhere_.empty() && clocks_follow_processes();
    if (in_order_) list_by_location();
}

void ClockActivity::list_by_location() {
    ends_.push_back(0);
    for (const auto& at_location : network_.clock_bounds) {
        for (const ClockBound& bound : at_location) add(bound.clock, bound.lower, bound.upper, of_locations_);
        ends_.push_back(static_cast<std::uint32_t>(of_locations_.size()));
    }
}

// With copies of clocks, any clock may become the one that the query names; see network/compile/clock_bounds.cpp.
void ClockActivity::spread_over_copies() {
    ClockBound all;
    for (const ClockBound& bound : everywhere_) {
        if (bound.clock == exempt_) continue;
        all.lower = std::max(all.lower, bound.lower);
        all.upper = std::max(all.upper, bound.upper);
    }
    if (all.lower == ClockBound::none && all.upper == ClockBound::none) return;
    for (ClockIndex clock = 1; clock < network_.clocks.size(); ++clock) {
        if (clock != exempt_) everywhere_.push_back({clock, all.lower, all.upper});
    }
}

bool ClockActivity::clocks_follow_processes() const {
    ClockIndex largest = 0;
    for (const Process& process : network_.processes) {
        ClockIndex least_here = static_cast<ClockIndex>(network_.clocks.size());
        ClockIndex largest_here = largest;
        for (const std::uint32_t l : process.locations) {
            for (const ClockBound& bound : network_.clock_bounds[l]) {
                least_here = std::min(least_here, bound.clock);
                largest_here = std::max(largest_here, bound.clock);
            }
        }
        if (least_here <= largest) return false;
        largest = largest_here;
    }
    return true;
}

void ClockActivity::consider(const ClockBound& bound) {
    std::uint64_t& word = set_[bound.clock / 64];
    const std::uint64_t bit = std::uint64_t{1} << (bound.clock % 64);
    if ((word & bit) == 0) {
        word |= bit;
        lower_[bound.clock] = upper_[bound.clock] = zone::none;
    }
    lower_[bound.clock] = std::max(lower_[bound.clock], bound.lower);
    upper_[bound.clock] = std::max(upper_[bound.clock], bound.upper);
}

void ClockActivity::add(ClockIndex clock, std::int64_t lower, std::int64_t upper, ActiveClocks& into) const {
    const bool merged = one_bound_ && clock != exempt_;
    const std::int64_t larger = std::max(lower, upper);
    into.clocks.push_back(clock);
    into.lower.push_back(merged ? larger : lower);
    into.upper.push_back(merged ? larger : upper);
}

void ClockActivity::find(std::span<const std::int32_t> slots, ActiveClocks& into) {
    if (in_order_) return find_in_order(slots, into);
    into.clocks.assign(1, 0);
    into.lower.assign(1, 0);
    into.upper.assign(1, 0);
    for (const ClockBound& bound : everywhere_) consider(bound);
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        const std::uint32_t location = network_.processes[p].locations.first + static_cast<std::uint32_t>(slots[p]);
        for (const ClockBound& bound : network_.clock_bounds[location]) consider(bound);
    }
    for (std::size_t w = 0; w < set_.size(); ++w) {
        for (std::uint64_t left = set_[w]; left != 0; left &= left - 1) {
            const auto clock = static_cast<ClockIndex>(64 * w + static_cast<std::size_t>(std::countr_zero(left)));
            add(clock, lower_[clock], upper_[clock], into);
        }
        set_[w] = 0;
    }
}

// The clocks of one location after those of another.
void ClockActivity::find_in_order(std::span<const std::int32_t> slots, ActiveClocks& into) const {
    const std::size_t most = network_.clocks.size();
    into.clocks.resize(most);
    into.lower.resize(most);
    into.upper.resize(most);
    into.clocks[0] = 0;
    into.lower[0] = into.upper[0] = 0;
    std::size_t size = 1;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        const std::size_t location = network_.processes[p].locations.first + static_cast<std::uint32_t>(slots[p]);
        for (std::uint32_t i = ends_[location]; i < ends_[location + 1]; ++i, ++size) {
            into.clocks[size] = of_locations_.clocks[i];
            into.lower[size] = of_locations_.lower[i];
            into.upper[size] = of_locations_.upper[i];
        }
    }
    into.clocks.resize(size);
    into.lower.resize(size);
    into.upper.resize(size);
}

std::int64_t ClockActivity::largest_constant() const {
    std::int64_t largest = 0;
    const auto consider = [&](const std::vector<ClockBound>& bounds) {
        for (const ClockBound& b : bounds) {
            if (exempt_ == 0 || b.clock != exempt_) largest = std::max({largest, b.lower, b.upper});
        }
    };
    consider(everywhere_);
    for (const auto& at_location : network_.clock_bounds) consider(at_location);
    return largest;
}

}  // namespace crowfly
