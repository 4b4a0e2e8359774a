// Clock regions in the sense of Alur and Dill ("A theory of timed automata", 1994, section 4.3), written down so that
// one can check them by eye rather than compute with them quickly.
//
// A region says for every pair of clocks, the constant zero among them, in which unit interval their difference lies:
// the code 2 d stands for exactly d, and 2 d + 1 for strictly between d and d + 1. Negating a difference negates its
// code. A clock beyond its cap has the code 2 cap + 1 for good and no exact value any more; unless differences are
// asked for, its differences are then forgotten.
//
// The differences of two clocks that are both below their caps tell which of them has the larger fraction: that is all
// the passing of time has to know. Differences do not change while time passes, so they need no cap of their own.
//
// With differences (for guards such as x - y < 3) a difference to a clock beyond its cap is exact if it was before that
// clock got there. If one clock was set to c afterwards all that is known is that it is below the other by more than
// cap - c. So caps have to be at least the largest constant in differences plus the largest constant clocks are set to.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tiny/net.hpp"

namespace crowfly::tiny {

constexpr int most_clocks = 4;
using Region = std::array<std::int8_t, (most_clocks + 1) * (most_clocks + 1)>;  // a code per pair of clocks

class Regions {
public:
    // One cap per clock, the first for clock 1. Clocks that are copied into each other need equal caps.
    Regions(std::vector<int> caps, bool with_differences);

    Region zero() const { return {}; }
    bool satisfies(const Region& region, int left, int right, Relation relation, int value) const;
    // The code of a clock's value; larger means later.
    int code(const Region& region, int clock) const { return difference(region, clock, 0); }
    int cap(int clock) const { return caps_[static_cast<std::size_t>(clock)]; }
    bool is_beyond_cap(const Region& region, int clock) const { return code(region, clock) > 2 * cap(clock); }

    void set(Region& region, int clock, int value) const;
    void copy(Region& region, int clock, int source) const;

    // What time leads to next. Where all clocks are beyond their caps that is the same region, for ever.
    Region later(const Region& region) const;
    // No time can pass without leaving the region: some clock is at a whole number.
    bool is_instant(const Region& region) const;
    bool is_final(const Region& region) const;

private:
    int difference(const Region& region, int left, int right) const;
    void set_difference(Region& region, int left, int right, int code) const;
    bool has_larger_fraction(const Region& region, int one, int other) const;
    void step_clock(Region& region, int clock) const;

    int clocks_;
    std::vector<int> caps_;  // by clock; [0] is not used
    bool with_differences_;
};

}  // namespace crowfly::tiny
