// A bottom-up traversal: every function returns whether its expression contains constraints in a legal position. After
// an error the result is false, so that one mistake gives one message.
#include "model/uppaal/check/clock_conditions.hpp"

#include <fmt/format.h>

#include "model/operator_table.hpp"

namespace crowfly::uppaal {

namespace {

using Node = model::Expr;
using ExprKind = model::Expr::Kind;

// The checker leaves no comparisons of clocks but clock constraints and rates.
bool is_constraint(const Node& e) {
    if (e.kind != ExprKind::binary || !is_comparison(e.op)) return false;
    const auto timed = [](const Node& side) {
        return side.type->kind == model::Type::Kind::clock ||
               (side.type->kind == model::Type::Kind::real && mentions_clock(side));
    };
    return timed(*e.operands[0]) || timed(*e.operands[1]);
}

class Conjunction {
public:
    Conjunction(Context& c, bool invariant) : c_(c), invariant_(invariant) {}

    // `top`: not under a disjunction, where the rate of a clock would depend on the order of evaluation.
    bool visit(const Node& e, bool top) {
        if (is_constraint(e)) return e.operands[0]->kind == ExprKind::rate ? visit_rate(e, top) : visit_constraint(e);
        if (e.kind == ExprKind::binary) {
            switch (e.op) {
                case Op::logical_and: return visit_and(e, top);
                case Op::logical_or: return visit_or(e);
                case Op::imply: return visit_imply(e);
                default: break;
            }
        }
        if (e.kind == ExprKind::quantifier && e.quantifier == Quantifier::forall) return visit(*e.operands[0], top);
        return visit_other(e);
    }

private:
    bool visit_and(const Node& e, bool top) {
        const bool left = visit(*e.operands[0], top);
        return visit(*e.operands[1], top) || left;
    }

    bool visit_or(const Node& e) {
        const bool left = visit(*e.operands[0], false);
        const bool right = visit(*e.operands[1], false);
        if (!left || !right) return left || right;
        return reject(e, "clock constraints cannot be joined by `or`",
                      invariant_ ? "keep one of them" : "make two edges, one for each alternative");
    }

    bool visit_imply(const Node& e) {
        const bool left = visit(*e.operands[0], false);
        const bool right = visit(*e.operands[1], false);
        if (!left) return right;
        return reject(e, "a clock constraint cannot stand left of `imply`",
                      "that would be a disjunction with its negation");
    }

    bool visit_rate(const Node& e, bool top) {
        if (top) return true;
        return reject(e, "the rate of a clock must be set unconditionally",
                      "put the condition into the value: `x' == (p ? 1 : 0)`");
    }

    bool visit_constraint(const Node& e) {
        if (e.op == Op::not_equal) {
            return reject(e, "a clock cannot be compared with `!=`",
                          invariant_ ? "an invariant is a conjunction of upper bounds"
                                     : "make two edges, one with `<` and one with `>`");
        }
        if (!invariant_) return true;
        if (e.op == Op::equal)
            return reject(e, "a clock cannot be compared with `==` in an invariant", "write `<=`, and `>=` in a guard");
        warn_about_lower_bound(e);
        return true;
    }

    void warn_about_lower_bound(const Node& e) {
        const bool left = e.operands[0]->type->kind == model::Type::Kind::clock;
        const bool right = e.operands[1]->type->kind == model::Type::Kind::clock;
        const bool greater = e.op == Op::greater || e.op == Op::greater_equal;
        if (left == right || left != greater) return;
        c_.report(Code::lower_bound_invariant, e.span, "this invariant is a lower bound",
                  "lower bounds usually belong into the guards of incoming edges");
    }

    bool visit_other(const Node& e) {
        bool timed = false;
        for (const Node* operand : e.operands) timed = visit(*operand, false) || timed;
        if (!timed) return false;
        if (e.kind == ExprKind::unary)
            return reject(e, "a clock constraint cannot be negated", "write the opposite comparison");
        if (e.kind == ExprKind::quantifier) {
            return reject(e, "`exists` over clock constraints is a disjunction",
                          invariant_ ? "" : "use a select label instead");
        }
        return reject(e, "a clock constraint cannot be used as a value here",
                      e.kind == ExprKind::conditional ? "put the condition into the bound: `x <= (p ? 3 : 5)`" : "");
    }

    bool reject(const Node& e, std::string message, std::string hint) {
        c_.report(invariant_ ? Code::bad_invariant : Code::bad_guard, e.span, std::move(message), std::move(hint));
        return false;
    }

    Context& c_;
    bool invariant_;
};

struct Predicate {
    Context& c;
    bool deadlock_allowed;

    bool is_connective(const Node& e) const {
        if (e.kind == ExprKind::unary) return e.op == Op::logical_not;
        if (e.kind == ExprKind::binary) return is_logical(e.op);
        return e.kind == ExprKind::quantifier && e.quantifier != Quantifier::sum;
    }

    bool visit(const Node& e) const {
        if (is_constraint(e)) return true;
        if (e.kind == ExprKind::deadlock) {
            if (deadlock_allowed) return true;
            c.report(Code::deadlock_misplaced, e.span, "`deadlock` can only be used in `E<>` and `A[]` queries");
            return false;
        }
        bool found = false;
        for (const Node* operand : e.operands) found = visit(*operand) || found;
        if (!found || is_connective(e)) return found;
        c.report(Code::type_mismatch, e.span,
                 "clock constraints and `deadlock` can only be joined by logical operators");
        return false;
    }
};

}  // namespace

bool check_guard_shape(Context& c, const Node& guard) { return Conjunction(c, false).visit(guard, true); }

bool check_invariant_shape(Context& c, const Node& invariant) { return Conjunction(c, true).visit(invariant, true); }

bool check_query_shape(Context& c, const Node& predicate, bool deadlock_allowed) {
    return Predicate{c, deadlock_allowed}.visit(predicate);
}

}  // namespace crowfly::uppaal
