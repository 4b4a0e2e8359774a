// Compiles guards and invariants: a conjunction, split into a program over the discrete state and clock constraints.
#pragma once

#include "network/compile/expressions.hpp"

namespace crowfly::compile {

struct Condition {
    Program discrete;
    Run constraints;
    Run rates;
    Run prices;
    Footprint footprint;
    std::optional<Obstacle> obstacle;
};

// A null expression is true.
Condition compile_condition(Context& context, const model::Expr* expr);

// Appends the conjuncts without clocks to the clauses of the network. `whole` is the compiled condition.
void compile_clauses(Context& context, const model::Expr& expr, const Condition& whole);

// A comparison of clocks in the form of zones: left - right <= bound, with the terms of the bound. If a clock is an
// array element with a computed index, there is one atom per element, each with its tests.
struct ClockAtom {
    ClockIndex left = 0;
    ClockIndex right = 0;
    struct Test {
        const model::Expr* index;
        std::int32_t value;
    };
    std::vector<Test> tests;  // conditions under which the computed indices select this atom
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

// Nothing: zones cannot express the comparison; the body has the reason as an obstacle.
std::optional<ClockComparison> analyse_comparison(Expressions& expressions, const model::Expr& expr);

// The constraints of one comparison of one atom: two for `==`, one for all others. `!=` is not a conjunction and not
// supported here.
std::vector<ClockConstraint> constraints_of(Context& context, const ClockAtom& atom, const ClockComparison& comparison,
                                            Op op, Span span, Footprint& footprint);

}  // namespace crowfly::compile
