// Evaluates terms that are 0 or 1 over any Boolean algebra: truth values, or the expressions of a solver.
#pragma once

#include <unordered_map>
#include <vector>

#include "symbolic/diagrams/operands_first.hpp"
#include "symbolic/diagrams/term_diagrams.hpp"

namespace crowfly::symbolic {

// An algebra has a type `Value`, and constant(bool), negation(a), conjunction(a, b), exclusive(a, b).
template <class Algebra>
class BooleanTerms {
public:
    using Value = typename Algebra::Value;

    // `slots`: what they hold. All of it has to outlive it.
    BooleanTerms(const TermGraph& graph, Algebra& algebra, const std::vector<Value>& slots)
        : graph_(graph), algebra_(algebra), slots_(slots) {}

    // Throws NotSupported.
    Value evaluate(TermId root) {
        compute_operands_first(graph_, root, known_, [&](const Term& term) { return compute(term); });
        return known_.at(root);
    }

private:
    Value compute(const Term& term) {
        const auto operand = [&](std::size_t i) -> const Value& { return known_.at(term.operands[i]); };
        const auto either = [&](const Value& a, const Value& b) {
            return algebra_.negation(algebra_.conjunction(algebra_.negation(a), algebra_.negation(b)));
        };
        if (term.kind == Term::Kind::constant && (term.a == 0 || term.a == 1)) return algebra_.constant(term.a != 0);
        if (term.kind == Term::Kind::slot) return slots_[static_cast<std::size_t>(term.a)];
        if (term.kind == Term::Kind::check && term.a <= 0 && term.b >= 1) return operand(0);
        if (term.kind == Term::Kind::choice)
            return either(algebra_.conjunction(operand(0), operand(1)),
                          algebra_.conjunction(algebra_.negation(operand(0)), operand(2)));
        if (term.kind == Term::Kind::operation) {
            if (term.op == OpCode::logical_not) return algebra_.negation(operand(0));
            if (term.op == OpCode::to_bool) return operand(0);
            if (term.op == OpCode::bit_and) return algebra_.conjunction(operand(0), operand(1));
            if (term.op == OpCode::bit_or) return either(operand(0), operand(1));
            if (term.op == OpCode::bit_xor || term.op == OpCode::not_equal)
                return algebra_.exclusive(operand(0), operand(1));
            if (term.op == OpCode::equal) return algebra_.negation(algebra_.exclusive(operand(0), operand(1)));
        }
        throw NotSupported{"a signal of the circuit is not a truth value"};
    }

    const TermGraph& graph_;
    Algebra& algebra_;
    const std::vector<Value>& slots_;
    std::unordered_map<TermId, Value> known_;
};

}  // namespace crowfly::symbolic
