// Integers that depend on the state: one Boolean function per binary digit, in two's complement. The last digit is the
// sign. There are as many digits as the values need, so that no operation wraps around.
#pragma once

#include <cstdint>
#include <vector>

#include "network/program.hpp"
#include "symbolic/diagrams/bdd.hpp"

namespace crowfly::symbolic {

struct Number {
    std::vector<Bdd> digits;  // the lowest first; never empty

    Bdd digit(std::size_t place) const { return place < digits.size() ? digits[place] : digits.back(); }
    const Bdd& sign() const { return digits.back(); }
};

Number number(std::int64_t value);
Number truth(const Bdd& condition);  // 1 where it holds, 0 elsewhere

Bdd is_not_zero(const Number& a);
Bdd equal(const Number& a, const Number& b);
Bdd less(const Number& a, const Number& b);
Bdd is_within(const Number& a, std::int64_t least, std::int64_t greatest);

Number choice(const Bdd& condition, const Number& then, const Number& otherwise);
Number sum(const Number& a, const Number& b);
Number difference(const Number& a, const Number& b);

// The result of an operator, and where it is a run-time error: where the machine (network/machine.hpp) would stop. The
// result means nothing there.
struct Operated {
    Number value;
    Bdd faults;
};

// `right` is ignored by operators of one operand. Nothing is known of powers: see is_supported().
Operated operate(OpCode op, const Number& left, const Number& right);
bool is_supported(OpCode op);

}  // namespace crowfly::symbolic
