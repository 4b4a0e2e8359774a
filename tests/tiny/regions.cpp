#include "tiny/regions.hpp"

#include <cassert>

namespace crowfly::tiny {

namespace {

std::size_t place(int left, int right) {
    return static_cast<std::size_t>(left) * (most_clocks + 1) + static_cast<std::size_t>(right);
}

}  // namespace

Regions::Regions(std::vector<int> caps, bool with_differences)
    : clocks_(static_cast<int>(caps.size())), caps_(std::move(caps)), with_differences_(with_differences) {
    assert(clocks_ <= most_clocks);
    caps_.insert(caps_.begin(), 0);
}

int Regions::difference(const Region& region, int left, int right) const { return region[place(left, right)]; }

void Regions::set_difference(Region& region, int left, int right, int code) const {
    if (left == right) return;
    region[place(left, right)] = static_cast<std::int8_t>(code);
    region[place(right, left)] = static_cast<std::int8_t>(-code);
}

bool Regions::satisfies(const Region& region, int left, int right, Relation relation, int value) const {
    assert(right == 0 ? value <= cap(left) : with_differences_);
    return compare(difference(region, left, right), relation, 2 * value);
}

void Regions::set(Region& region, int clock, int value) const {
    assert(value >= 0 && value <= cap(clock));
    for (int other = 1; other <= clocks_; ++other) {
        int code = 2 * value - difference(region, other, 0);
        if (is_beyond_cap(region, other)) code = with_differences_ ? -(2 * cap(other) + 1) : 0;
        set_difference(region, clock, other, code);
    }
    set_difference(region, clock, 0, 2 * value);
}

void Regions::copy(Region& region, int clock, int source) const {
    assert(cap(clock) == cap(source));
    for (int other = 0; other <= clocks_; ++other) {
        if (other != clock) set_difference(region, clock, other, difference(region, source, other));
    }
}

bool Regions::is_instant(const Region& region) const {
    for (int clock = 1; clock <= clocks_; ++clock) {
        if (code(region, clock) % 2 == 0) return true;
    }
    return false;
}

bool Regions::is_final(const Region& region) const {
    for (int clock = 1; clock <= clocks_; ++clock) {
        if (!is_beyond_cap(region, clock)) return false;
    }
    return true;
}

bool Regions::has_larger_fraction(const Region& region, int one, int other) const {
    const int whole = code(region, one) / 2 - code(region, other) / 2;
    return difference(region, one, other) > 2 * whole;
}

void Regions::step_clock(Region& region, int clock) const {
    set_difference(region, clock, 0, code(region, clock) + 1);
    if (!is_beyond_cap(region, clock) || with_differences_) return;
    for (int other = 1; other <= clocks_; ++other) set_difference(region, clock, other, 0);
}

Region Regions::later(const Region& region) const {
    Region next = region;
    const bool instant = is_instant(region);
    for (int clock = 1; clock <= clocks_; ++clock) {
        if (is_beyond_cap(region, clock)) continue;
        bool moves = code(region, clock) % 2 == 0;
        if (!instant) {
            // The clocks with the largest fraction are the first to become whole.
            moves = true;
            for (int other = 1; other <= clocks_; ++other) {
                if (!is_beyond_cap(region, other) && has_larger_fraction(region, other, clock)) moves = false;
            }
        }
        if (moves) step_clock(next, clock);
    }
    return next;
}

}  // namespace crowfly::tiny
