// A formula about slots that are left out, asked for some of their values.
#pragma once

#include "network/formula.hpp"
#include "network/pruning/safe_slots.hpp"

namespace crowfly {

// Holds where `formula` does for some values of the slots left out; if not `wanted`, fails where it fails for some.
// What it has to compute is added to a copy of the formula's own code.
Formula for_some_values(const Formula& formula, bool wanted, const SafeSlots& left_out);

}  // namespace crowfly
