// The operators of all modelling languages here.
#pragma once

#include <cstdint>

namespace crowfly {

enum class Op : std::uint8_t {
    // unary
    negate,
    plus,
    logical_not,
    // binary, by falling precedence
    power,
    multiply,
    divide,
    modulo,
    add,
    subtract,
    shift_left,
    shift_right,
    minimum,
    maximum,
    less,
    less_equal,
    greater_equal,
    greater,
    equal,
    not_equal,
    bit_and,
    bit_xor,
    bit_or,
    logical_and,
    logical_or,
    logical_xor,
    imply,
    // plain assignment; a compound one carries its binary operator
    assign,
};

enum class Quantifier : std::uint8_t { forall, exists, sum };

}  // namespace crowfly
