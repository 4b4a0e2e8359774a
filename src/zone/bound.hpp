// One entry of a difference bound matrix: x - y < c or x - y <= c in a single integer, so that tighter is smaller. The value is
// doubled and the lowest bit says `<=`.
#pragma once

#include <cstdint>
#include <limits>

namespace crowfly::zone {

using Bound = std::int32_t;

constexpr Bound infinity = std::numeric_limits<Bound>::max();
constexpr Bound at_most(std::int32_t value) { return value * 2 + 1; }
constexpr Bound less_than(std::int32_t value) { return value * 2; }
constexpr Bound bound(std::int32_t value, bool strict) { return value * 2 + (strict ? 0 : 1); }
constexpr Bound zero = at_most(0);

// Constants of a model must stay below this, so that sums of a few bounds cannot overflow.
constexpr std::int32_t largest_constant = (1 << 28) - 1;

constexpr bool is_strict(Bound b) { return (b & 1) == 0; }
constexpr std::int32_t value_of(Bound b) { return b >> 1; }

// x - y ~ a and y - z ~ b give x - z ~ a + b, strict if either is.
constexpr Bound add(Bound a, Bound b) {
    return a == infinity || b == infinity ? infinity : a + b - ((a | b) & 1);
}

// The complement of x - y ~ b is y - x ~ negate(b).
constexpr Bound negate(Bound b) { return 1 - b; }

}  // namespace crowfly::zone
