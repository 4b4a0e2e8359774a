// Guards, updates, invariants and formulas as terms: a directed acyclic graph in which equal terms are one node.
// Programs (program.hpp) are executed; terms are for analyses: value sets, decision diagrams, formulas for solvers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

enum class TermId : std::uint32_t {};

// A term is evaluated in a state, given the values of the inputs of its edge. Its operands are evaluated from left to
// right; a choice evaluates its condition and the operand it chooses. A term faults if and only if its program does: a
// choice between equal operands is kept for the faults of its condition.
struct Term {
    enum class Kind : std::uint8_t {
        constant,   // a: the number
        slot,       // a: the slot
        input,      // a: the local cell of a select
        operation,  // op: an operator of one or two numbers
        choice,     // the second operand if the first is not zero, else the third
        check,      // a: least, b: greatest; its operand, which must be in this range
        index,      // a: lowest index, b: number of elements, c: cells per element; an address and an index: an address
        offset,     // a: cells; an address
        load,       // the cell at an address, of the state or of the constants
        call,       // a: a program that is not taken apart; b: which code it is in
    };

    Kind kind{};
    OpCode op{};
    std::uint8_t arity = 0;
    std::int32_t a = 0;
    std::int32_t b = 0;
    std::int32_t c = 0;
    std::array<TermId, 3> operands{};

    std::span<const TermId> arguments() const { return std::span(operands).first(arity); }
    friend bool operator==(const Term&, const Term&) = default;
};

// All terms of a network, each once. Constants are folded as terms are made, unless the result would fault.
class TermGraph {
public:
    const Term& operator[](TermId id) const { return terms_[static_cast<std::size_t>(id)]; }
    std::size_t size() const { return terms_.size(); }

    TermId constant(std::int32_t value);
    TermId slot(std::int32_t slot);
    TermId input(std::int32_t cell);
    TermId operation(OpCode op, TermId operand);
    TermId operation(OpCode op, TermId left, TermId right);
    TermId choice(TermId condition, TermId then, TermId otherwise);
    TermId check(std::int32_t least, std::int32_t greatest, TermId operand);
    TermId index(const Instruction& how, TermId address, TermId index);
    TermId offset(std::int32_t cells, TermId address);
    TermId load(TermId address);
    TermId call(Program program, std::int32_t code);
    // The same with other operands.
    TermId with_operands(TermId id, const std::array<TermId, 3>& operands);

    std::optional<std::int32_t> value(TermId id) const;  // of a constant
    bool may_fault(TermId id) const { return may_fault_[static_cast<std::size_t>(id)]; }

private:
    struct Hash {
        std::size_t operator()(const Term& term) const;
    };

    TermId add(const Term& term);
    bool is_truth(TermId id) const {
        return is_truth_[static_cast<std::size_t>(id)];
    }  // whether it is 0 or 1 in every state

    std::vector<Term> terms_;
    std::vector<bool> may_fault_;
    std::vector<bool> is_truth_;
    std::unordered_map<Term, TermId, Hash> ids_;
};

// The effect of an update on the discrete state and the clocks, as simultaneous assignments: every value is read before
// anything is written.
struct Effect {
    struct Assignment {
        std::uint32_t slot = 0;
        TermId value{};
    };
    // The clock becomes the value, or, if `source` is not 0, `source` plus the value.
    struct ClockAssignment {
        ClockIndex clock = 0;
        ClockIndex source = 0;
        TermId value{};
    };

    std::vector<Assignment> assignments;  // ascending by slot, each once
    std::vector<ClockAssignment> clocks;  // in order, as ClockUpdate
    std::vector<TermId> evaluated;        // in order, the terms that may fault: the update faults if one of them does
    Program call;                         // present: the update is not taken apart, and the other members are empty
    Footprint footprint;
};

}  // namespace crowfly
