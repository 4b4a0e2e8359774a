// State formulas over a network: trees whose leaves are bytecode over slots, clock constraints, or `deadlock`.
// Quantifiers are unrolled and process names resolved. A formula shares its code with the property it belongs to.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

struct Formula {
    enum class Kind : std::uint8_t {
        constant,
        location,
        discrete,
        clock,
        deadlock,
        negation,
        conjunction,
        disjunction
    };

    Kind kind = Kind::constant;
    bool value = true;              // constant
    ProcessIndex process = 0;       // location: this process …
    std::uint32_t number = 0;       // … is at its location with this number
    Program program;                // discrete
    ClockConstraint constraint;     // clock; its condition is absent
    Footprint footprint;            // of a leaf
    std::vector<Formula> operands;  // negation: one; conjunction, disjunction: any number
    Span span;
    std::shared_ptr<const Bytecode> code;  // of its programs
    // Of a leaf: what the text at the span does not say, shown after it: " (i = 2)". Null: nothing.
    std::shared_ptr<const std::string> suffix = {};
};

using Formulas = std::vector<const Formula*>;

SlotSet slots_read(const Formula& formula);  // by any of its leaves
bool mentions_clocks(const Formula& formula);
bool mentions_deadlock(const Formula& formula);
bool mentions_diagonals(const Formula& formula);

// The code that contains the programs of a formula. A formula without programs, such as `deadlock`, may have none.
const Bytecode& code_of(const Network& network, const Formula& formula);
void set_code(Formula& formula, const std::shared_ptr<const Bytecode>& code);  // of all its parts

}  // namespace crowfly
