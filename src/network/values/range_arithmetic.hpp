// Bounds of shifts, powers and bitwise operators whose operands lie between bounds. Operands for which an operator
// faults are left out, so the bounds hold for every result that is computed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <limits>

namespace crowfly {

struct Ends {
    std::int64_t least;
    std::int64_t greatest;
};

inline Ends ends_of_corners(std::initializer_list<std::int64_t> values) { return {std::min(values), std::max(values)}; }

inline std::int64_t magnitude(const Ends& ends) { return std::max(std::abs(ends.least), std::abs(ends.greatest)); }

// Shifts by less than 0 or more than 31 fault.
inline Ends legal_shifts(const Ends& amount) {
    return {std::clamp<std::int64_t>(amount.least, 0, 31), std::clamp<std::int64_t>(amount.greatest, 0, 31)};
}

inline Ends shift_left_ends(const Ends& a, const Ends& amount) {
    const auto [least, greatest] = legal_shifts(amount);
    const std::int64_t low = std::int64_t{1} << least;
    const std::int64_t high = std::int64_t{1} << greatest;
    return ends_of_corners({a.least * low, a.least * high, a.greatest * low, a.greatest * high});
}

inline Ends shift_right_ends(const Ends& a, const Ends& amount) {
    const auto [least, greatest] = legal_shifts(amount);
    return ends_of_corners({a.least >> least, a.least >> greatest, a.greatest >> least, a.greatest >> greatest});
}

// A negative exponent faults, and so does a result beyond 32 bits.
inline Ends power_ends(const Ends& base, const Ends& exponent) {
    constexpr std::int64_t most = std::int64_t{1} << 32U;
    std::int64_t size = 1;
    const std::int64_t factor = magnitude(base);
    for (std::int64_t i = 0; i < exponent.greatest && factor > 1 && size < most; ++i) size *= factor;
    return {base.least < 0 ? -size : 0, size};
}

// `is_and`: both are combined by and, else by or or exclusive or.
inline Ends bit_ends(bool is_and, const Ends& a, const Ends& b) {
    if (a.least < 0 || b.least < 0)
        return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
    if (is_and) return {0, std::min(a.greatest, b.greatest)};
    const auto highest = static_cast<std::uint64_t>(std::max(a.greatest, b.greatest));
    return {0, static_cast<std::int64_t>(std::bit_ceil(highest + 1)) - 1};
}

}  // namespace crowfly
