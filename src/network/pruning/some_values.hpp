// Existential quantification of a formula over the values of slots that are left out.
#pragma once

#include "network/formula.hpp"
#include "network/pruning/safe_slots.hpp"

namespace crowfly {

// Holds in a state if `formula` holds for some values of the slots left out. If not `wanted`: fails if `formula` fails
// for some values. Its programs are appended to a copy of the formula's code.
Formula for_some_values(const Formula& formula, bool wanted, const SafeSlots& left_out);

}  // namespace crowfly
