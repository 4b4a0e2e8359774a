#include "base/interval.hpp"

#include <cassert>

namespace crowfly {

bool Interval::empty() const { return high && (*high < low || (*high == low && (low_open || high_open))); }

bool Interval::contains(const Rational& value) const {
    if (value < low || (low_open && value == low)) return false;
    return !high || value < *high || (!high_open && value == *high);
}

void Interval::raise_low(const Rational& bound, bool open) {
    if (bound > low) {
        low = bound;
        low_open = open;
    } else if (bound == low) {
        low_open = low_open || open;
    }
}

void Interval::lower_high(const Rational& bound, bool open) {
    if (!high || bound < *high) {
        high = bound;
        high_open = open;
    } else if (bound == *high) {
        high_open = high_open || open;
    }
}

Interval intersection(const Interval& first, const Interval& second) {
    Interval both = first;
    both.raise_low(second.low, second.low_open);
    if (second.high) both.lower_high(*second.high, second.high_open);
    return both;
}

std::vector<Interval> difference(const Interval& from, const Interval& removed) {
    std::vector<Interval> rest;
    if (removed.empty()) {
        if (!from.empty()) rest.push_back(from);
        return rest;
    }
    Interval below = from;
    below.lower_high(removed.low, !removed.low_open);
    if (!below.empty()) rest.push_back(below);
    if (removed.high) {
        Interval above = from;
        above.raise_low(*removed.high, !removed.high_open);
        if (!above.empty()) rest.push_back(above);
    }
    return rest;
}

// If the interval holds no integer, all of it lies between two neighbouring ones, and the simplest fraction in it is
// the lower neighbour plus the inverse of the simplest fraction among the inverses.
Rational simplest_in(const Interval& interval) {
    assert(!interval.empty());
    if (interval.contains(0)) return 0;
    if (interval.high && *interval.high <= Rational{0}) {
        Interval mirrored{-*interval.high, interval.high_open, -interval.low, interval.low_open};
        return -simplest_in(mirrored);
    }
    if (interval.contains(interval.low) && interval.low.is_integer()) return interval.low;
    const std::int64_t whole = interval.low.floor();
    if (interval.contains(whole + 1)) return whole + 1;
    Interval inverses = Interval::at_least(Rational{1} / (*interval.high - whole));
    inverses.low_open = interval.high_open;
    if (interval.low != Rational{whole}) {
        inverses.lower_high(Rational{1} / (interval.low - whole), interval.low_open);
    }
    return Rational{whole} + Rational{1} / simplest_in(inverses);
}

}  // namespace crowfly
