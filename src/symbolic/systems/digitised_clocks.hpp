// Clocks as integers. Where no constraint is strict and no two clocks are compared, every discrete state that a run can
// reach is reached by a run in which all delays are integers (Henzinger, Manna, Pnueli: What good are digital clocks?,
// 1992). A clock beyond all constants that it is compared with stays there, so that it has finitely many values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"
#include "symbolic/diagrams/number.hpp"
#include "symbolic/diagrams/term_diagrams.hpp"

namespace crowfly::symbolic {

// Why the clocks of a network cannot be digitised, or nothing. `wanted`: whether the formula is to hold, or to fail.
std::optional<NotSupported> digital_obstacle(const Network& network, const Formula& formula, bool wanted);

// Per clock, the value at which it stays: one more than any constant. The clock 0 has none.
std::vector<std::int32_t> last_values(const Network& network, const Formula& formula);

// A clock is kept like a slot, after those of the network.
inline std::uint32_t slot_of_clock(const Network& network, ClockIndex clock) {
    return static_cast<std::uint32_t>(network.slots.size()) + clock - 1;
}

}  // namespace crowfly::symbolic
