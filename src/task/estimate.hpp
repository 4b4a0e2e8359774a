// An estimate of the distance from a state to the goal: a number of transitions, or that there is no way there.
#pragma once

#include <cstdint>
#include <limits>

namespace crowfly {

using Estimate = std::uint32_t;
constexpr Estimate dead_end = std::numeric_limits<Estimate>::max();

constexpr Estimate farthest = dead_end / 2;  // the greatest estimate of a state that is no dead end

// The sum of two estimates; a dead end if one of them is.
constexpr Estimate plus(Estimate a, Estimate b) {
    return a == dead_end || b == dead_end ? dead_end : a > farthest - b ? farthest : a + b;
}

}  // namespace crowfly
