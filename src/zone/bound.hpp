// An entry of a difference bound matrix: x - y < c or x - y <= c in a single integer, so that a tighter bound is a
// smaller integer. The value is doubled and the lowest bit says `<=`.
//
// Bounds have 32 bits. If clocks are compared with or reach larger numbers, and for traces, they have 64: all code on
// zones is a template over the two. No zone contains a number outside the range its bounds can represent: see `range`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <type_traits>

namespace crowfly::zone {

using Bound = std::int32_t;
using WideBound = std::int64_t;

template <class B>
constexpr B infinity = std::numeric_limits<B>::max();

template <class B = Bound>
constexpr B at_most(std::type_identity_t<B> value) {
    return value * 2 + 1;
}
template <class B = Bound>
constexpr B less_than(std::type_identity_t<B> value) {
    return value * 2;
}
template <class B = Bound>
constexpr B bound(std::type_identity_t<B> value, bool strict) {
    return value * 2 + (strict ? 0 : 1);
}
constexpr Bound zero = at_most(0);  // of either width

template <class B>
constexpr bool is_strict(B b) {
    return (b & 1) == 0;
}
template <class B>
constexpr B value_of(B b) {
    return b >> 1;
}

// x - y ~ a and y - z ~ b give x - z ~ a + b, strict if either is.
template <class B>
constexpr B add(B a, std::type_identity_t<B> b) {
    return a == infinity<B> || b == infinity<B> ? infinity<B> : a + b - ((a | b) & 1);
}

// The complement of x - y ~ b is y - x ~ negate(b).
template <class B>
constexpr B negate(B b) {
    return 1 - b;
}

// ---- The range of numbers in zones --------------------------------------------------------------------------------

// Numbers in stored zones, and constants that zones are intersected with, are at most this far from 0: 2^24, or 2^56. A
// bound has room for 64 times as much. A step needs less if clocks are compared with constants alone: a shortest path
// visits clock 0 once, so after any guards a new bound is the sum of two old ones and two constants, 4 times the range;
// invariants on entering make it 10 times and those after the delay 22 times, with intermediate sums of three bounds,
// 34 times.
template <class B>
constexpr B range = B{1} << (std::numeric_limits<B>::digits - 7);

// Bounds may grow without limit by comparisons of two clocks, by assignments of constants, and where zones are cut into
// parts. There zones are checked after every step against the largest bound that guards can produce.
template <class B>
constexpr B cut_range = 4 * range<B>;

// Bounds within this range do not overflow when a matrix over n clocks that is not canonical is closed: one bound per
// clock may add up.
template <class B>
constexpr B closing_range(std::size_t n) {
    return std::numeric_limits<B>::max() / 4 / static_cast<B>(n + 1);
}

// Special values of constants that clocks are compared with: there is none; every value of the clock matters.
constexpr std::int64_t none = -(std::int64_t{1} << 60);
constexpr std::int64_t unlimited = std::int64_t{1} << 58;

// A number left the range. All zones computed before are exact, but the computation cannot continue with bounds of this
// width.
class OutOfRange : public std::exception {
public:
    const char* what() const noexcept override { return "clock values exceed what zones can compute with"; }
};

// A constant of the model as a bound of a zone.
template <class B>
constexpr B checked(std::int64_t value) {
    if (value > range<B> || value < -range<B>) throw OutOfRange();
    return static_cast<B>(value);
}

// Sums and products that fit into 64 bits.
constexpr std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) throw OutOfRange();
    return sum;
}
constexpr std::int64_t checked_product(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) throw OutOfRange();
    return product;
}

}  // namespace crowfly::zone
