// Guards and invariants: a conjunction, split into a program over the discrete state and constraints on clocks.
#pragma once

#include "network/compile/expressions.hpp"

namespace crowfly::compile {

struct Condition {
    Program discrete;
    Run constraints;
    Run rates;
    Footprint footprint;
    std::optional<Obstacle> obstacle;
};

// A null expression is true.
Condition compile_condition(Context& context, const model::Expr* expr);

// Appends the conjuncts of a condition that do not look at clocks to the clauses of the network. `whole` is the
// condition compiled.
void compile_clauses(Context& context, const model::Expr& expr, const Condition& whole);

// A difference of clocks compared with a number, in the form zones want: left - right <= bound, plus what the number is
// made of. Where a clock is an array element with a computed index there is one atom per element, each with its test.
struct ClockAtom {
    ClockIndex left = 0;
    ClockIndex right = 0;
    struct Test {
        const model::Expr* index;
        std::int32_t value;
    };
    std::vector<Test> tests;  // all must hold for this atom to be the one that is meant
};

// An integer term of a comparison, added or subtracted.
struct Term {
    const model::Expr* expr;
    bool negative;
};

struct ClockComparison {
    std::vector<ClockAtom> atoms;
    std::vector<Term> terms;  // left - right compared with their sum
    Op op{};
};

// Nothing: it is not a comparison zones can express; why has been entered as an obstacle of the body.
std::optional<ClockComparison> analyse_comparison(Expressions& expressions, const model::Expr& expr);

// The constraints that make up one comparison of one atom: `==` has two, everything else one. `!=` is not a
// conjunction.
std::vector<ClockConstraint> constraints_of(Context& context, const ClockAtom& atom, const ClockComparison& comparison,
                                            Op op, Span span, Footprint& footprint);

}  // namespace crowfly::compile
