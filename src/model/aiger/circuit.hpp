// A sequential circuit as AIGER 1.9 has it (Biere, Heljanko and Wieringa, "AIGER 1.9 and beyond", 2011): inputs,
// latches, and-gates, and what is asked about them. A literal is twice the number of a variable, plus 1 if it is
// negated.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/messages/source.hpp"

namespace crowfly::aiger {

using Literal = std::uint32_t;  // 0 is false, 1 is true

constexpr Literal negated(Literal literal) { return literal ^ 1U; }
constexpr std::uint32_t variable_of(Literal literal) { return literal >> 1U; }
constexpr bool is_negated(Literal literal) { return (literal & 1U) != 0; }

struct Latch {
    enum class Reset : std::uint8_t { zero, one, free };

    Literal literal = 0;
    Literal next = 0;
    Reset reset = Reset::zero;
    Span span = {};
};

struct Gate {
    Literal output = 0;
    Literal left = 0;
    Literal right = 0;
};

// A circuit that was read has the variables 1 to greatest_variable, and no others. Each is an input, a latch or the
// output of a gate, and the operands of a gate are defined before it. All of these literals are positive.
struct Circuit {
    std::uint32_t greatest_variable = 0;
    std::vector<Literal> inputs;
    std::vector<Latch> latches;
    std::vector<Gate> gates;
    std::vector<Literal> outputs, bad, constraints;
    std::vector<std::vector<Literal>> justice;
    std::vector<Literal> fairness;
    // Names of the symbol table; empty where there is none. Same length as the vectors above.
    std::vector<std::string> input_names, latch_names, output_names, bad_names, constraint_names, justice_names,
        fairness_names;
    std::vector<std::string> comments;  // line by line

    // AIGER before 1.9 has outputs only; there they are what must not become true.
    const std::vector<Literal>& bad_or_outputs() const { return bad.empty() ? outputs : bad; }
};

}  // namespace crowfly::aiger
