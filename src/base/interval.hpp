// Intervals of fractions with open or closed ends, possibly without an upper end: the delays after which something
// holds.
#pragma once

#include <optional>
#include <vector>

#include "base/rational.hpp"

namespace crowfly {

struct Interval {
    Rational low;
    bool low_open = false;
    std::optional<Rational> high;  // absent: no upper end
    bool high_open = false;        // false where there is no upper end

    static Interval at_least(Rational low) { return {low, false, std::nullopt, false}; }
    static Interval between(Rational low, Rational high) { return {low, false, high, false}; }
    static Interval point(Rational value) { return between(value, value); }
    static Interval nothing() { return between(1, 0); }

    bool empty() const;
    bool contains(const Rational& value) const;

    // Cut to the values above, or below, a bound.
    void raise_low(const Rational& bound, bool open);
    void lower_high(const Rational& bound, bool open);

    friend bool operator==(const Interval&, const Interval&) = default;
};

Interval intersection(const Interval& first, const Interval& second);
std::vector<Interval> difference(const Interval& from, const Interval& removed);  // at most two, ascending, none empty

// The fraction with the least denominator in a non-empty interval and, among those, the one nearest to 0: the first one
// met on the way down the Stern-Brocot tree.
Rational simplest_in(const Interval& interval);

}  // namespace crowfly
