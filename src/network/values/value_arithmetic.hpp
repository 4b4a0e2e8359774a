// Operators on sets of values.
#pragma once

#include "network/program.hpp"
#include "network/values/value_set.hpp"

namespace crowfly {

struct SetResult {
    ValueSet values;
    bool faults = false;  // for some operands
};

// Of non-empty sets. Unary operators ignore `right`, which must not be empty.
SetResult apply_operator(OpCode op, const ValueSet& left, const ValueSet& right);

bool is_comparison(OpCode op);
OpCode negated(OpCode comparison);
OpCode mirrored(OpCode comparison);  // with its operands exchanged

// The values of `left` for which some value of `right` makes the comparison true.
ValueSet satisfying(OpCode comparison, const ValueSet& left, const ValueSet& right);

}  // namespace crowfly
