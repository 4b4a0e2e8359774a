// Operators. Comparisons of clocks are normalised to the forms that the compiler supports (x ~ e, e ~ x, x ~ y, x - y ~
// e), by moving integers to one side; others are marked as unsupported.
#include <fmt/format.h>

#include "model/operator_table.hpp"
#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;
using Node = model::Expr;

// Operators on integers alone; the others extend to floating-point numbers.
bool is_bitwise(Op op) {
    return op == Op::modulo || op == Op::shift_left || op == Op::shift_right || op == Op::bit_and ||
           op == Op::bit_xor || op == Op::bit_or;
}

bool expect_number(Context& c, const Node& operand, bool integral) {
    if (integral ? is_integral(*operand.type) : is_numeric(*operand.type)) return true;
    c.report(Code::type_mismatch, operand.span,
             fmt::format("expected {}, found {}", integral ? "an integer" : "a number", describe(*operand.type)));
    return false;
}

const Node* make_arithmetic(Context& c, Op op, const Node* left, const Node* right, Span span) {
    const bool integral = is_bitwise(op);
    const bool left_fits = expect_number(c, *left, integral);
    if (!expect_number(c, *right, integral) || !left_fits) return c.bad(span);
    const bool whole = is_integral(*left->type) && is_integral(*right->type);
    return c.make_binary(op, left, right, whole ? c.integer_type : c.real_type, span);
}

// ---- Clock constraints ----------------------------------------------------------------------------------------------

// One side of a comparison as a sum: clocks with a sign, and integers with a sign.
struct Sum {
    std::vector<const Node*> clocks[2];  // added, subtracted
    std::vector<const Node*> integers[2];
};

// False if it is not such a sum: products of clocks, floating-point numbers, a clock chosen by a condition.
bool add_to(Sum& sum, const Node& e, bool negative) {
    if (is_integral(*e.type) || is_computable(e)) {
        sum.integers[negative ? 1 : 0].push_back(&e);
        return true;
    }
    if (e.type->kind == Kind::clock) {
        sum.clocks[negative ? 1 : 0].push_back(&e);
        return true;
    }
    if (e.kind == Node::Kind::unary && e.op != Op::logical_not)
        return add_to(sum, *e.operands[0], negative != (e.op == Op::negate));
    if (e.kind != Node::Kind::binary || (e.op != Op::add && e.op != Op::subtract)) return false;
    return add_to(sum, *e.operands[0], negative) && add_to(sum, *e.operands[1], negative != (e.op == Op::subtract));
}

// `added` minus `subtracted`, as one expression. Null: it is not a whole number.
const Node* total(Context& c, const std::vector<const Node*>& added, const std::vector<const Node*>& subtracted,
                  Span span) {
    const Node* result = nullptr;
    const auto join = [&](Op op, const Node* e) {
        const bool whole = is_integral(*result->type) && is_integral(*e->type);
        return c.make_binary(op, result, e, whole ? c.integer_type : c.real_type, span);
    };
    for (const Node* e : added) result = result == nullptr ? e : join(Op::add, e);
    if (result == nullptr) result = c.make_constant(0, span, c.integer_type);
    for (const Node* e : subtracted) result = join(Op::subtract, e);
    return as_whole_number(c, result);
}

bool is_clock(const Node& e) { return e.type->kind == Kind::clock; }
bool is_clock_difference(const Node& e) {
    return e.kind == Node::Kind::binary && e.op == Op::subtract && is_clock(*e.operands[0]) && is_clock(*e.operands[1]);
}

const Node* make_clock_constraint(Context& c, Op op, const Node* left, const Node* right, Span span) {
    if (!c.place.clock_constraints) {
        return c.unsupported(Code::clock_read, span, c.boolean_type, "the value of a clock cannot be read here");
    }
    const auto simple = [](const Node& e) { return is_clock(e) || is_clock_difference(e); };
    const bool normal = (simple(*left) && is_integral(*right->type)) ||
                        (is_integral(*left->type) && is_clock(*right)) || (is_clock(*left) && is_clock(*right));
    if (normal) return c.make_binary(op, left, right, c.boolean_type, span);

    const auto refuse = [&] {
        return c.unsupported(Code::non_integer_clock_term, span, c.boolean_type,
                             "a clock, or the difference of two clocks, can only be compared with an integer");
    };
    Sum sum;  // left - right
    const bool linear = add_to(sum, *left, false) && add_to(sum, *right, true);
    const auto& [plus, minus] = sum.clocks;
    if (!linear || plus.size() > 1 || minus.size() > 1) return refuse();
    const auto& [added, subtracted] = sum.integers;
    const Node* bound = plus.empty() ? total(c, added, subtracted, span) : total(c, subtracted, added, span);
    if (bound == nullptr) return refuse();
    if (plus.empty()) return c.make_binary(mirrored(op), minus[0], bound, c.boolean_type, span);
    const Node* clocks = minus.empty() ? plus[0] : c.make_binary(Op::subtract, plus[0], minus[0], c.real_type, span);
    return c.make_binary(op, clocks, bound, c.boolean_type, span);
}

const Node* make_rate(Context& c, Op op, const Node* rate, const Node* value, Span span) {
    static constexpr const char* reason = "clocks can only run at rate 0 or 1";
    if (const Node* whole = as_whole_number(c, value)) value = whole;
    if (const Node* price = check_cost_rate(c, op, rate, value, span)) return price;
    const bool literal = value->kind == Node::Kind::constant && is_integral(*value->type);
    const bool legal_value = is_integral(*value->type) && (!literal || value->value == 0 || value->value == 1);
    if (!c.place.rates || !legal_value) return c.unsupported(Code::clock_rate, span, c.boolean_type, reason);
    if (op != Op::equal) {
        c.report(Code::bad_invariant, span, "the rate of a clock can only be set with `==`");
        return c.bad(span);
    }
    return c.make_binary(op, rate, value, c.boolean_type, span);
}

// ---- Comparisons ----------------------------------------------------------------------------------------------------

const Node* compare_numbers(Context& c, Op op, const Node* left, const Node* right, Span span) {
    if (left->kind == Node::Kind::rate) return make_rate(c, op, left, right, span);
    if (right->kind == Node::Kind::rate) return make_rate(c, mirrored(op), right, left, span);
    if (is_integral(*left->type) && is_integral(*right->type))
        return c.make_binary(op, left, right, c.boolean_type, span);
    if (mentions_clock(*left) || mentions_clock(*right)) return make_clock_constraint(c, op, left, right, span);
    if (is_computable(*left) && is_computable(*right)) return c.make_binary(op, left, right, c.boolean_type, span);
    return untracked_value(c, c.boolean_type, {left, right}, span);
}

const Node* make_comparison(Context& c, Op op, const Node* left, const Node* right, Span span) {
    if (is_numeric(*left->type) && is_numeric(*right->type)) return compare_numbers(c, op, left, right, span);
    const bool equality = op == Op::equal || op == Op::not_equal;
    if (!same_type(*left->type, *right->type)) {
        c.report(Code::type_mismatch, span,
                 fmt::format("{} cannot be compared with {}", describe(*left->type), describe(*right->type)));
        return c.bad(span);
    }
    const Kind kind = left->type->kind;
    const bool comparable =
        kind == Kind::scalar || kind == Kind::channel || kind == Kind::string || is_composite(*left->type);
    if (!comparable || !equality || innermost(*left->type).kind == Kind::clock) {
        c.report(Code::type_mismatch, span, fmt::format("{} cannot be compared in this way", describe(*left->type)),
                 comparable ? "only `==` and `!=` apply" : "");
        return c.bad(span);
    }
    if (innermost(*left->type).kind == Kind::real) return untracked_value(c, c.boolean_type, {left, right}, span);
    return c.make_binary(op, left, right, c.boolean_type, span);
}

}  // namespace

const Node* check_unary(Context& c, const Expr& e) {
    const Node* operand =
        e.op == Op::logical_not ? check_condition(c, *e.operands[0]) : check_expression(c, *e.operands[0]);
    if (operand == nullptr || operand->type == nullptr) return c.bad(e.span);
    const Kind type = operand->type->kind;
    if (e.op != Op::logical_not && !expect_number(c, *operand, false)) return c.bad(e.span);
    const bool real = type == Kind::real || type == Kind::clock;
    Node* made = c.make(Node::Kind::unary, e.span,
                        e.op == Op::logical_not ? c.boolean_type
                        : real                  ? c.real_type
                                                : c.integer_type,
                        {operand});
    made->op = e.op;
    return made;
}

const Node* check_binary(Context& c, const Expr& e) {
    if (is_logical(e.op)) {
        const Node* left = check_condition(c, *e.operands[0]);
        const Node* right = check_condition(c, *e.operands[1]);
        if (left == nullptr || right == nullptr) return c.bad(e.span);
        return c.make_binary(e.op, left, right, c.boolean_type, e.span);
    }
    const Node* left = check_expression(c, *e.operands[0]);
    const Node* right = check_expression(c, *e.operands[1]);
    if (left->type == nullptr || right->type == nullptr) return c.bad(e.span);
    return is_comparison(e.op) ? make_comparison(c, e.op, left, right, e.span)
                               : make_arithmetic(c, e.op, left, right, e.span);
}

}  // namespace crowfly::uppaal
