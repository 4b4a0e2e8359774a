// Abstractions that make the zone graph finite: extrapolation beyond the constants a clock is compared with, or
// comparison of zones by simulation instead of inclusion (a_M and a_LU, which need no widening).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace crowfly {

enum class Abstraction : std::uint8_t { none, m, m_plus, lu, lu_plus, a_m, a_lu };

inline constexpr std::array all_abstractions{Abstraction::none, Abstraction::m,       Abstraction::m_plus,
                                             Abstraction::lu,   Abstraction::lu_plus, Abstraction::a_m,
                                             Abstraction::a_lu};

std::string_view to_string(Abstraction abstraction);  // "lu+"

// Whether it distinguishes lower from upper bounds. Such abstractions preserve reachability, but not liveness.
constexpr bool is_lu(Abstraction a) {
    return a == Abstraction::lu || a == Abstraction::lu_plus || a == Abstraction::a_lu;
}

constexpr bool is_simulation(Abstraction a) { return a == Abstraction::a_m || a == Abstraction::a_lu; }

}  // namespace crowfly
