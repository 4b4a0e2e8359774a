// Interval analysis of expressions: bounds of a number, or its value, without running anything.
#include <algorithm>
#include <limits>

#include "model/math.hpp"
#include "model/operator_table.hpp"
#include "network/compile/expressions.hpp"
#include "network/values/range_arithmetic.hpp"

namespace crowfly::compile {

using Kind = model::Expr::Kind;

namespace {

constexpr Interval any{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};

Interval clamp(Interval i) {
    return {std::clamp(i.least, any.least, any.greatest), std::clamp(i.greatest, any.least, any.greatest)};
}

Interval hull(Interval a, Interval b) { return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)}; }

Interval multiply(Interval a, Interval b) {
    const auto [least, greatest] =
        std::minmax({a.least * b.least, a.least * b.greatest, a.greatest * b.least, a.greatest * b.greatest});
    return {least, greatest};
}

// Division rounds towards zero; tighter bounds are computed for positive divisors alone.
Interval divide(Interval a, Interval b) {
    if (b.least <= 0) return hull(a, {-a.greatest, -a.least});
    const auto [least, greatest] =
        std::minmax({a.least / b.least, a.least / b.greatest, a.greatest / b.least, a.greatest / b.greatest});
    return {least, greatest};
}

Interval modulo(Interval a, Interval b) {
    const std::int64_t size = std::max(std::abs(b.least), std::abs(b.greatest));
    if (size == 0) return any;
    return {a.least < 0 ? std::max(a.least, 1 - size) : 0, a.greatest > 0 ? std::min(a.greatest, size - 1) : 0};
}

Ends ends_of(Interval i) { return {i.least, i.greatest}; }
Interval from_ends(Ends ends) { return {ends.least, ends.greatest}; }

Interval combine(Op op, Interval a, Interval b) {
    switch (op) {
        case Op::add: return {a.least + b.least, a.greatest + b.greatest};
        case Op::subtract: return {a.least - b.greatest, a.greatest - b.least};
        case Op::multiply: return multiply(a, b);
        case Op::divide: return divide(a, b);
        case Op::modulo: return modulo(a, b);
        case Op::minimum: return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
        case Op::maximum: return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
        case Op::power: return from_ends(power_ends(ends_of(a), ends_of(b)));
        case Op::shift_left: return from_ends(shift_left_ends(ends_of(a), ends_of(b)));
        case Op::shift_right: return from_ends(shift_right_ends(ends_of(a), ends_of(b)));
        case Op::bit_and:
        case Op::bit_xor:
        case Op::bit_or: return from_ends(bit_ends(op == Op::bit_and, ends_of(a), ends_of(b)));
        default: return {0, 1};  // comparisons and logic
    }
}

}  // namespace

Interval Expressions::interval(const model::Expr& expr) {
    const auto bounds = [](const Shape* s) {
        return s != nullptr && s->is_number() ? Interval{s->least, s->greatest} : any;
    };
    switch (expr.kind) {
        case Kind::constant: return {expr.value, expr.value};
        case Kind::real:
        case Kind::math: return interval_over_reals(expr);
        case Kind::symbol: {
            const Binding* binding = context_.find(expr.symbol);
            if (binding == nullptr) return any;
            if (binding->kind == Binding::Kind::value) return {binding->at, binding->at};
            return bounds(binding->shape);
        }
        case Kind::index:
        case Kind::field:
        case Kind::member:
        case Kind::assign:
        case Kind::step: return bounds(shape(expr));
        case Kind::call: return bounds(shape(expr));
        case Kind::location:
        case Kind::deadlock: return {0, 1};
        case Kind::unary: {
            if (expr.op == Op::logical_not) return {0, 1};
            const Interval inner = interval(*expr.operands[0]);
            return expr.op == Op::plus ? inner : clamp({-inner.greatest, -inner.least});
        }
        case Kind::binary:
            if (is_comparison(expr.op)) return {0, 1};
            if (expr.op >= Op::logical_and) return {0, 1};
            return clamp(combine(expr.op, interval(*expr.operands[0]), interval(*expr.operands[1])));
        case Kind::absolute: {
            const Interval inner = interval(*expr.operands[0]);
            return {0, std::max(std::abs(inner.least), std::abs(inner.greatest))};
        }
        case Kind::conditional: return hull(interval(*expr.operands[1]), interval(*expr.operands[2]));
        case Kind::quantifier: return expr.quantifier == Quantifier::sum ? interval_of_sum(expr) : Interval{0, 1};
        case Kind::index_of_location:
        case Kind::charge:
        case Kind::rate:
        case Kind::unsupported: return any;
    }
    return any;
}

// Few summands are added one by one; of many, each counts like the largest.
Interval Expressions::interval_of_sum(const model::Expr& expr) {
    constexpr std::int64_t few = 16;
    const Shape* range = shape_of(context_, *expr.symbol->type);
    if (range == nullptr) return any;
    const model::Expr& summand = *expr.operands[0];
    Interval sum{0, 0};
    if (range->elements() > few && !mentions(summand, names_process)) {
        ScopedBinding binder(context_, expr.symbol, {Binding::Kind::cells, address(Region::locals, 0), range});
        return clamp(multiply(interval(summand), {range->elements(), range->elements()}));
    }
    ScopedBinding binder(context_, expr.symbol, {Binding::Kind::value, range->least, range});
    for (std::int64_t i = range->least; i <= range->greatest; ++i) {
        binder.set(static_cast<std::int32_t>(i));
        sum = combine(Op::add, sum, interval(summand));
    }
    return clamp(sum);
}

std::optional<std::int32_t> Expressions::constant(const model::Expr& expr) {
    switch (expr.kind) {
        case Kind::constant: return expr.value;
        case Kind::math: {
            const auto result = model::real_value(expr, [this](const model::Expr& e) { return constant(e); });
            return result ? model::whole_number(*result) : std::nullopt;
        }
        case Kind::symbol: {
            const Binding* binding = context_.find(expr.symbol);
            if (binding != nullptr && binding->kind == Binding::Kind::value) return binding->at;
            return std::nullopt;
        }
        case Kind::index: {
            const model::Expr& array = *expr.operands[0];
            const Binding* binding = array.kind == Kind::symbol ? context_.find(array.symbol) : nullptr;
            const bool known = binding != nullptr && binding->kind == Binding::Kind::cells &&
                               region_of(binding->at) == Region::constants && binding->shape->element->is_number();
            const auto index = known ? constant(*expr.operands[1]) : std::nullopt;
            if (!index || *index < binding->shape->least || *index > binding->shape->greatest) return std::nullopt;
            return context_.network.code.constant(
                static_cast<std::uint32_t>(cell_of(binding->at) + *index - binding->shape->least));
        }
        case Kind::unary: {
            if (model::is_real(expr)) return std::nullopt;
            const auto inner = constant(*expr.operands[0]);
            if (!inner || expr.op == Op::plus) return inner;
            return compute(expr.op == Op::negate ? OpCode::negate : OpCode::logical_not, *inner, 0);
        }
        case Kind::binary: {
            if (expr.op >= Op::logical_and || is_over_reals(expr)) return std::nullopt;
            const auto left = constant(*expr.operands[0]);
            const auto right = left ? constant(*expr.operands[1]) : std::nullopt;
            return right ? compute(opcode(expr.op), *left, *right) : std::nullopt;
        }
        default: return std::nullopt;
    }
}

}  // namespace crowfly::compile
