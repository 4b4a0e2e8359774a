#include "network/compile/expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "model/balanced_sum.hpp"
#include "model/math.hpp"
#include "model/operator_table.hpp"

namespace crowfly::compile {

using Kind = model::Expr::Kind;

namespace {

// Ranges this small are unrolled: each iteration then has its own constants to fold, and a precise footprint.
constexpr std::int64_t unroll_limit = 4;

bool is_sum(const model::Expr& expr) {
    return expr.kind == Kind::binary && (expr.op == Op::add || expr.op == Op::subtract) && !is_over_reals(expr);
}

// In the order in which they are written.
void collect_terms(const model::Expr& expr, bool is_negative, std::vector<SignedTerm<const model::Expr*>>& terms) {
    if (!is_sum(expr)) {
        terms.push_back({&expr, is_negative});
        return;
    }
    collect_terms(*expr.operands[0], is_negative, terms);
    collect_terms(*expr.operands[1], is_negative != (expr.op == Op::subtract), terms);
}

}  // namespace

bool names_process(const model::Expr& expr) { return expr.instance != nullptr && !expr.instance->parameters.empty(); }

OpCode opcode(Op op) {
    switch (op) {
        case Op::power: return OpCode::power;
        case Op::multiply: return OpCode::multiply;
        case Op::divide: return OpCode::divide;
        case Op::modulo: return OpCode::modulo;
        case Op::add: return OpCode::add;
        case Op::subtract: return OpCode::subtract;
        case Op::shift_left: return OpCode::shift_left;
        case Op::shift_right: return OpCode::shift_right;
        case Op::minimum: return OpCode::minimum;
        case Op::maximum: return OpCode::maximum;
        case Op::less: return OpCode::less;
        case Op::less_equal: return OpCode::less_equal;
        case Op::greater_equal: return OpCode::greater_equal;
        case Op::greater: return OpCode::greater;
        case Op::equal: return OpCode::equal;
        case Op::not_equal: return OpCode::not_equal;
        case Op::bit_and: return OpCode::bit_and;
        case Op::bit_xor: return OpCode::bit_xor;
        default: return OpCode::bit_or;
    }
}

bool mentions(const model::Expr& expr, bool (*what)(const model::Expr&)) {
    if (what(expr)) return true;
    for (const model::Expr* operand : expr.operands) {
        if (mentions(*operand, what)) return true;
    }
    return false;
}

bool is_clock(const model::Expr& expr) {
    return expr.kind == Kind::rate || (expr.type != nullptr && expr.type->kind == model::Type::Kind::clock);
}

bool has_clocks(const model::Expr& expr) { return mentions(expr, is_clock); }

void Expressions::refuse(Code code, const std::string& reason, Span span) {
    body_.block(code, reason, span);
    body_.emit(OpCode::fault, span, static_cast<std::int32_t>(FaultKind::unsupported));
    body_.push(0, span);
}

void Expressions::unsupported(const model::Expr& expr) { refuse(expr.code, expr.text, expr.span); }

void Expressions::value(const model::Expr& expr) {
    switch (expr.kind) {
        case Kind::constant: body_.push(expr.value, expr.span); break;
        case Kind::real:
        case Kind::math: over_reals(expr); break;
        case Kind::symbol: named_value(expr, context_.find(expr.symbol)); break;
        case Kind::member: member_value(expr); break;
        case Kind::index: load_element(expr); break;
        case Kind::field: load(place(expr), expr.span); break;
        case Kind::location:
        case Kind::index_of_location: at_location(expr); break;
        case Kind::unary:
            if (model::is_real(expr)) return over_reals(expr);
            if (expr.op == Op::logical_not) {
                truth(*expr.operands[0]);
                body_.emit(OpCode::logical_not, expr.span);
            } else {
                value(*expr.operands[0]);
                if (expr.op == Op::negate) body_.emit(OpCode::negate, expr.span);
            }
            break;
        case Kind::binary: binary(expr); break;
        case Kind::assign: assign(expr, true); break;
        case Kind::step: step(expr, true); break;
        case Kind::call: call(expr); break;
        case Kind::absolute:
            value(*expr.operands[0]);
            body_.emit(OpCode::absolute, expr.span);
            break;
        case Kind::conditional:
            if (model::is_real(expr)) return over_reals(expr);
            conditional(expr, false);
            break;
        case Kind::quantifier: quantifier(expr); break;
        case Kind::charge: refuse(Code::cost_misused, "`cost` has no value", expr.span); break;
        case Kind::rate: refuse(Code::clock_rate, "the rate of a clock has no value here", expr.span); break;
        case Kind::deadlock: refuse(Code::deadlock_misplaced, "deadlock is not a number", expr.span); break;
        case Kind::unsupported: unsupported(expr); break;
    }
}

void Expressions::truth(const model::Expr& expr) {
    value(expr);
    const Interval range = interval(expr);
    if (range.least < 0 || range.greatest > 1) body_.emit(OpCode::to_bool, expr.span);
}

void Expressions::named_value(const model::Expr& expr, const Binding* binding) {
    if (binding != nullptr && binding->kind == Binding::Kind::value) {
        body_.push(binding->at, expr.span);
    } else {
        load(symbol_place(expr, binding), expr.span);
    }
}

void Expressions::member_value(const model::Expr& expr) {
    if (const auto process = find_process(*this, expr)) {
        named_value(expr, context_.find_in(*process, expr.symbol));
    } else {
        body_.push(0, expr.span);
    }
}

void Expressions::load(const Place& place, Span span) {
    if (place.shape == nullptr) {
        body_.push(0, span);
        return;
    }
    if (place.storage() == Storage::clocks) {
        if (!place.fixed) body_.emit(OpCode::pop, span);
        refuse(Code::clock_read, "the value of a clock cannot be read here", span);
        return;
    }
    read(place, span);
    if (!place.fixed) {
        body_.emit(OpCode::load_at, span);
        return;
    }
    switch (region_of(place.at)) {
        case Region::state: body_.emit(OpCode::load_state, span, cell_of(place.at)); break;
        case Region::locals: body_.emit(OpCode::load_local, span, cell_of(place.at)); break;
        case Region::constants:
            body_.push(context_.network.code.constant(static_cast<std::uint32_t>(cell_of(place.at))), span);
            break;
    }
}

// `a[i]` in a fixed array of numbers is the most frequent load and has an instruction of its own.
void Expressions::load_element(const model::Expr& expr) {
    const model::Expr& array = *expr.operands[0];
    if (array.kind == Kind::symbol && !constant(*expr.operands[1])) {
        const Binding* binding = context_.find(array.symbol);
        if (binding != nullptr && binding->kind == Binding::Kind::cells && binding->shape->element->is_number()) {
            const Shape& shape = *binding->shape;
            read({&shape, true, binding->at, binding->at, shape.cells}, expr.span);
            value(*expr.operands[1]);
            body_.emit(OpCode::load_indexed, expr.operands[1]->span, binding->at, shape.least,
                       static_cast<std::int32_t>(shape.elements()));
            return;
        }
    }
    load(place(expr), expr.span);
}

void Expressions::at_location(const model::Expr& expr) {
    const auto process = find_process(*this, expr);
    if (!process) {
        body_.push(0, expr.span);
        return;
    }
    body_.footprint.reads.add(*process);
    body_.emit(OpCode::load_state, expr.span, static_cast<std::int32_t>(*process));
    if (expr.kind == Kind::index_of_location) return;
    body_.push(static_cast<std::int32_t>(expr.number), expr.span);
    body_.emit(OpCode::equal, expr.span);
}

void Expressions::binary(const model::Expr& expr) {
    if (is_logical(expr.op)) return logical(expr);
    if (is_clock(*expr.operands[0]) || is_clock(*expr.operands[1])) {
        return refuse(Code::clock_read, "clocks can only be compared in guards, invariants and queries", expr.span);
    }
    if (is_over_reals(expr)) return over_reals(expr);
    if (expr.op == Op::equal || expr.op == Op::not_equal) return equality(expr);
    if (is_sum(expr) && is_sum(*expr.operands[1]) && added_in_order(expr)) return;
    value(*expr.operands[0]);
    value(*expr.operands[1]);
    body_.emit(opcode(expr.op), expr.span);
}

// A sum of so many terms that the parser has balanced it (model/balanced_sum.hpp) is added in the order in which it was
// written if that makes a difference: if a partial sum may overflow. False: nothing was emitted.
bool Expressions::added_in_order(const model::Expr& expr) {
    std::vector<SignedTerm<const model::Expr*>> terms;
    collect_terms(expr, false, terms);
    if (terms.size() <= longest_flat_sum) return false;
    std::int64_t size = 0;
    for (const auto& term : terms) {
        const Interval range = interval(*term.operand);
        size += std::max(std::abs(range.least), std::abs(range.greatest));
    }
    if (size <= std::numeric_limits<std::int32_t>::max()) return false;
    value(*terms.front().operand);
    for (std::size_t i = 1; i < terms.size(); ++i) {
        value(*terms[i].operand);
        body_.emit(terms[i].is_negative ? OpCode::subtract : OpCode::add, expr.span);
    }
    return true;
}

void Expressions::equality(const model::Expr& expr) {
    const Shape* left = shape(*expr.operands[0]);
    if (left == nullptr || !left->is_aggregate()) {
        value(*expr.operands[0]);
        value(*expr.operands[1]);
        body_.emit(opcode(expr.op), expr.span);
        return;
    }
    const Shape* right = shape(*expr.operands[1]);
    if (right == nullptr || !same_layout(*left, *right)) {
        context_.report(Code::type_mismatch, expr.span, "only arrays and records of the same size can be compared");
        body_.push(0, expr.span);
        return;
    }
    aggregate(*expr.operands[0]);
    aggregate(*expr.operands[1]);
    body_.emit(OpCode::equal_cells, expr.span, static_cast<std::int32_t>(left->cells));
    if (expr.op == Op::not_equal) body_.emit(OpCode::logical_not, expr.span);
}

void Expressions::logical(const model::Expr& expr) {
    truth(*expr.operands[0]);
    if (expr.op == Op::logical_xor) {
        truth(*expr.operands[1]);
        body_.emit(OpCode::not_equal, expr.span);
        return;
    }
    if (expr.op == Op::imply) body_.emit(OpCode::logical_not, expr.span);
    const bool is_and = expr.op == Op::logical_and;
    if (const auto known = body_.constant()) {
        if ((*known != 0) != is_and) return;  // the right side is never evaluated
        body_.take_constant();
        truth(*expr.operands[1]);
        return;
    }
    const std::size_t decided = body_.jump(is_and ? OpCode::and_jump : OpCode::or_jump, expr.span);
    body_.begin_maybe();
    truth(*expr.operands[1]);
    body_.end_maybe();
    body_.bind_label(decided);
}

void Expressions::conditional(const model::Expr& expr, bool places) {
    const auto branch = [&](const model::Expr& e) {
        if (!places) return value(e);
        const Place chosen = place(e);
        read(chosen, e.span);
        body_.begin_maybe();  // the place may only be read
        written(chosen, e.span);
        body_.end_maybe();
        push_place(chosen, e.span);
    };
    truth(*expr.operands[0]);
    if (const auto known = body_.constant()) {
        body_.take_constant();
        return branch(*expr.operands[*known != 0 ? 1 : 2]);
    }
    const std::size_t otherwise = body_.jump(OpCode::jump_if_zero, expr.span);
    body_.begin_maybe();
    branch(*expr.operands[1]);
    const std::size_t end = body_.jump(OpCode::jump, expr.span);
    body_.bind_label(otherwise);
    branch(*expr.operands[2]);
    body_.end_maybe();
    body_.bind_label(end);
}

void Expressions::aggregate(const model::Expr& expr) {
    if (expr.kind == Kind::conditional) return conditional(expr, true);
    if (expr.kind == Kind::call) {
        // The callee's result is copied out at once: the next call would overwrite it.
        const Shape* result = shape(expr);
        if (result == nullptr) return body_.push(0, expr.span);
        const Address copy = address(Region::locals, static_cast<std::int32_t>(take_local(result->cells)));
        body_.push(copy, expr.span);
        call(expr);
        body_.emit(OpCode::copy_cells, expr.span, static_cast<std::int32_t>(result->cells));
        body_.push(copy, expr.span);
        return;
    }
    const Place source = place(expr);
    read(source, expr.span);
    push_place(source, expr.span);
}

void Expressions::quantifier(const model::Expr& expr) {
    const Shape* range = shape_of(context_, *expr.symbol->type);
    if (range == nullptr) return body_.push(0, expr.span);
    const bool must_unroll = mentions(*expr.operands[0], names_process);
    if (must_unroll || range->elements() <= unroll_limit) {
        unrolled(expr, *range);
    } else {
        looped(expr, *range);
    }
}

void Expressions::unrolled(const model::Expr& expr, const Shape& range) {
    const bool is_sum = expr.quantifier == Quantifier::sum;
    const bool is_forall = expr.quantifier == Quantifier::forall;
    ScopedBinding binder(context_, expr.symbol, {Binding::Kind::value, range.least, &range});
    std::vector<std::size_t> decided;
    body_.push(is_sum ? 0 : is_forall ? 1 : 0, expr.span);
    for (std::int64_t i = range.least; i <= range.greatest; ++i) {
        binder.set(static_cast<std::int32_t>(i));
        if (is_sum) {
            value(*expr.operands[0]);
            body_.emit(OpCode::add, expr.span);
            continue;
        }
        if (const auto known = body_.constant()) {
            if ((*known != 0) != is_forall) break;
            body_.take_constant();
        } else {
            decided.push_back(body_.jump(is_forall ? OpCode::and_jump : OpCode::or_jump, expr.span));
        }
        body_.begin_maybe();
        truth(*expr.operands[0]);
        body_.end_maybe();
    }
    for (const std::size_t jump : decided) body_.bind_label(jump);
}

void Expressions::looped(const model::Expr& expr, const Shape& range) {
    const Span span = expr.span;
    const auto counter = static_cast<std::int32_t>(take_local(1));
    const Address at = address(Region::locals, counter);
    ScopedBinding binder(context_, expr.symbol, {Binding::Kind::cells, at, &range});
    const bool is_sum = expr.quantifier == Quantifier::sum;
    const bool is_forall = expr.quantifier == Quantifier::forall;
    body_.push(range.least, span);
    body_.emit(OpCode::store_local, span, counter);
    body_.push(is_forall ? 1 : 0, span);  // the result for an exhausted range, or the sum so far
    const std::size_t again = body_.label();
    body_.begin_maybe();
    std::size_t decided = 0;
    if (is_sum) {
        value(*expr.operands[0]);
        body_.emit(OpCode::add, span);
    } else {
        truth(*expr.operands[0]);
        if (is_forall) body_.emit(OpCode::logical_not, span);
        decided = body_.jump(OpCode::jump_if_not_zero, span);
    }
    const std::size_t exhausted = body_.count_up(counter, range.greatest, again, span);
    if (!is_sum) {
        body_.bind_label(decided);
        body_.emit(OpCode::logical_not, span);
    }
    body_.end_maybe();
    body_.bind_label(exhausted);
}

}  // namespace crowfly::compile
