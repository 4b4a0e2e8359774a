// Floating-point expressions. Variables are not tracked: what is assigned to them is evaluated for its side effects and
// run-time errors alone, and whoever reads them is refused. An integer that is computed from integers by way of
// floating-point numbers, such as `fint(round(a / 3.0))`, is computed in one of three ways, all with the result that
// IEEE doubles have:
// - sums and products of whole numbers: as integers, since a double holds all integers of 32 bits exactly;
// - a quotient of two integers of 32 bits that is rounded at once: by integer division. The nearest double of a
// quotient
//   is never on the other side of an integer, or of the middle between two, than the quotient itself: that far from
//   either the quotient is by 1 / (2 d), and the nearest double differs from it by less;
// - anything else: by a table of all values of the integers in it, if they are few.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/alarm.hpp"
#include "model/math.hpp"
#include "model/operator_table.hpp"
#include "network/compile/expressions.hpp"
#include "network/compile/inert.hpp"

namespace crowfly::compile {

using Kind = model::Expr::Kind;
using model::is_real;

namespace {

constexpr std::int64_t most_table_cells = 1 << 16;
constexpr std::int32_t no_value = std::numeric_limits<std::int32_t>::min();  // in a table: infinite, or too large

bool is_rounding(const model::Expr& expr) { return expr.kind == Kind::math && expr.math->rounds; }

// Whether nothing has to be evaluated: reading it has no effect and cannot fail.
bool is_harmless(const model::Expr& expr) {
    return expr.kind == Kind::constant || expr.kind == Kind::real || expr.kind == Kind::symbol ||
           expr.kind == Kind::member || expr.kind == Kind::location || expr.kind == Kind::index_of_location;
}

bool same_input(const model::Expr& a, const model::Expr& b) {
    return &a == &b || (a.kind == Kind::symbol && b.kind == Kind::symbol && a.symbol == b.symbol);
}

// The integers that an expression over floating-point numbers depends on.
void collect_inputs(const model::Expr& expr, std::vector<const model::Expr*>& inputs) {
    for (const model::Expr* operand : expr.operands) {
        if (is_real(*operand)) {
            collect_inputs(*operand, inputs);
        } else if (std::ranges::none_of(inputs, [&](const model::Expr* e) { return same_input(*e, *operand); })) {
            inputs.push_back(operand);
        }
    }
}

}  // namespace

bool is_over_reals(const model::Expr& expr) {
    if (expr.kind == Kind::math || expr.kind == Kind::real || is_real(expr)) return true;
    const bool compares = expr.kind == Kind::binary && is_comparison(expr.op);
    return compares && (is_real(*expr.operands[0]) || is_real(*expr.operands[1]));
}

bool Expressions::is_quotient(const model::Expr& expr) {
    return expr.kind == Kind::binary && expr.op == Op::divide && is_real(expr) && is_whole(*expr.operands[0]) &&
           is_whole(*expr.operands[1]);
}

bool Expressions::is_whole(const model::Expr& expr) {
    const auto within_limits = [&] {
        const Interval range = interval(expr);
        return range.least > std::numeric_limits<std::int32_t>::min() &&
               range.greatest < std::numeric_limits<std::int32_t>::max();
    };
    if (!is_real(expr)) return within_limits();
    switch (expr.kind) {
        case Kind::real: return model::whole_number(expr.real).has_value() && within_limits();
        case Kind::unary: return is_whole(*expr.operands[0]);
        case Kind::binary: {
            const bool closed = expr.op == Op::add || expr.op == Op::subtract || expr.op == Op::multiply ||
                                expr.op == Op::minimum || expr.op == Op::maximum;
            return closed && is_whole(*expr.operands[0]) && is_whole(*expr.operands[1]) && within_limits();
        }
        case Kind::math: return expr.math->rounds && (is_whole(*expr.operands[0]) || is_quotient(*expr.operands[0]));
        default: return false;
    }
}

// The quotient of two integers, rounded: division rounds towards zero, the remainder has the sign of the dividend.
void Expressions::rounded_quotient(const model::Expr& quotient, std::string_view rounding) {
    const Span span = quotient.span;
    const auto remainder = static_cast<std::int32_t>(take_local(1));
    const auto divisor = static_cast<std::int32_t>(take_local(1));
    const auto load = [&](std::int32_t cell) { body_.emit(OpCode::load_local, span, cell); };
    const auto differ_in_sign = [&] {
        for (const std::int32_t cell : {remainder, divisor}) {
            load(cell);
            body_.push(0, span);
            body_.emit(OpCode::less, span);
        }
        body_.emit(OpCode::not_equal, span);
    };
    value(*quotient.operands[0]);
    value(*quotient.operands[1]);
    body_.emit(OpCode::store_local, span, divisor);
    body_.emit(OpCode::duplicate, span);
    load(divisor);
    body_.emit(OpCode::modulo, span);
    body_.emit(OpCode::store_local, span, remainder);
    load(divisor);
    body_.emit(OpCode::divide, span);
    if (rounding == "round") {
        // Away from zero by one if |remainder| >= |divisor| - |remainder|.
        load(remainder);
        body_.emit(OpCode::absolute, span);
        load(divisor);
        body_.emit(OpCode::absolute, span);
        load(remainder);
        body_.emit(OpCode::absolute, span);
        body_.emit(OpCode::subtract, span);
        body_.emit(OpCode::greater_equal, span);
        body_.push(1, span);
        differ_in_sign();
        body_.push(2, span);
        body_.emit(OpCode::multiply, span);
        body_.emit(OpCode::subtract, span);
        body_.emit(OpCode::multiply, span);
        body_.emit(OpCode::add, span);
    } else if (rounding == "floor" || rounding == "ceil") {
        const bool up = rounding == "ceil";
        load(remainder);
        body_.push(0, span);
        body_.emit(OpCode::not_equal, span);
        differ_in_sign();
        if (up) body_.emit(OpCode::logical_not, span);
        body_.emit(OpCode::multiply, span);
        body_.emit(up ? OpCode::add : OpCode::subtract, span);
    }
}

std::optional<Expressions::Table> Expressions::tabulate(const model::Expr& expr) {
    Table table;
    collect_inputs(expr, table.inputs);
    std::erase_if(table.inputs, [&](const model::Expr* input) { return constant(*input).has_value(); });
    std::int64_t count = 1;
    for (const model::Expr* input : table.inputs) {
        table.ranges.push_back(interval(*input));
        count *= table.ranges.back().greatest - table.ranges.back().least + 1;
        if (count > most_table_cells) return std::nullopt;
    }
    std::vector<std::int32_t> values;
    for (const Interval& range : table.ranges) values.push_back(static_cast<std::int32_t>(range.least));
    const model::IntegerValue integer = [&](const model::Expr& e) -> std::optional<std::int32_t> {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (same_input(*table.inputs[i], e)) return values[i];
        }
        return constant(e);
    };
    for (std::int64_t cell = 0; cell < count; ++cell) {
        poll();
        const auto value = model::real_value(expr, integer);
        if (!value) return std::nullopt;
        const auto whole = model::whole_number(*value);
        if (!whole && is_real(expr) && std::isfinite(*value)) return std::nullopt;  // a fraction
        table.cells.push_back(whole.value_or(no_value));
        for (std::size_t i = values.size(); i-- > 0;) {  // the last input changes fastest
            if (values[i]++ < table.ranges[i].greatest) break;
            values[i] = static_cast<std::int32_t>(table.ranges[i].least);
        }
    }
    return table;
}

void Expressions::look_up(const Table& table, Span span) {
    if (table.inputs.empty() && table.cells[0] != no_value) return body_.push(table.cells[0], span);
    body_.push(0, span);
    for (std::size_t i = 0; i < table.inputs.size(); ++i) {
        const Interval& range = table.ranges[i];
        body_.push(static_cast<std::int32_t>(range.greatest - range.least + 1), span);
        body_.emit(OpCode::multiply, span);
        value(*table.inputs[i]);
        body_.push(static_cast<std::int32_t>(range.least), span);
        body_.emit(OpCode::subtract, span);
        body_.emit(OpCode::add, span);
    }
    const auto [known, is_new] = context_.tables.try_emplace(table.cells, 0);
    if (is_new) known->second = store_constants(context_, table.cells);
    body_.emit(OpCode::load_indexed, span, known->second, 0, static_cast<std::int32_t>(table.cells.size()));
    if (std::ranges::find(table.cells, no_value) != table.cells.end())
        body_.emit(OpCode::check_range, span, no_value + 1, std::numeric_limits<std::int32_t>::max());
}

void Expressions::over_reals(const model::Expr& expr) {
    const bool compares = expr.kind == Kind::binary && is_comparison(expr.op);
    const bool by_integers =
        compares ? is_whole(*expr.operands[0]) && is_whole(*expr.operands[1])
                 : (is_real(expr) && is_whole(expr)) ||
                       (is_rounding(expr) && (is_whole(*expr.operands[0]) || is_quotient(*expr.operands[0])));
    if (!by_integers) {
        if (const auto table = tabulate(expr)) return look_up(*table, expr.span);
        if (is_real(expr)) {
            return refuse(Code::non_integer_clock_term, "this is not known to be a whole number, as clocks need it",
                          expr.span);
        }
        return refuse(Code::real_numbers, "the integers in this floating-point expression have too many values",
                      expr.span);
    }
    switch (expr.kind) {
        case Kind::real: return body_.push(*model::whole_number(expr.real), expr.span);
        case Kind::unary:
            value(*expr.operands[0]);
            if (expr.op == Op::negate) body_.emit(OpCode::negate, expr.span);
            return;
        case Kind::binary:
            value(*expr.operands[0]);
            value(*expr.operands[1]);
            return body_.emit(opcode(expr.op), expr.span);
        default:
            if (is_whole(*expr.operands[0])) return value(*expr.operands[0]);
            return rounded_quotient(*expr.operands[0], expr.math->name);
    }
}

Interval Expressions::interval_over_reals(const model::Expr& expr) {
    constexpr Interval any{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
    if (expr.kind == Kind::real) {
        const auto whole = model::whole_number(expr.real);
        return whole ? Interval{*whole, *whole} : any;
    }
    if (is_rounding(expr) && is_whole(*expr.operands[0])) return interval(*expr.operands[0]);
    if (is_rounding(expr) && is_quotient(*expr.operands[0])) {
        const Interval range = interval(*expr.operands[0]);
        return {std::max(range.least - 1, any.least), std::min(range.greatest + 1, any.greatest)};
    }
    const auto table = expr.kind == Kind::math ? tabulate(expr) : std::nullopt;
    if (!table) return any;
    Interval range{any.greatest, any.least};
    for (const std::int32_t cell : table->cells) {
        if (cell == no_value) continue;
        range = {std::min<std::int64_t>(range.least, cell), std::max<std::int64_t>(range.greatest, cell)};
    }
    return range.least <= range.greatest ? range : any;
}

// An element of an array that is not tracked: its index must still be a legal one.
void Expressions::discard_element(const model::Expr& expr) {
    const model::Expr& index = *expr.operands[1];
    discard(*expr.operands[0]);
    const Shape* array = shape(*expr.operands[0]);
    if (array == nullptr) return;
    const Interval range = interval(index);
    if (is_harmless(index) && range.least >= array->least && range.greatest <= array->greatest) return;
    body_.push(address(Region::locals, 0), index.span);
    value(index);
    body_.emit(OpCode::index, index.span, array->least, static_cast<std::int32_t>(array->elements()), 0);
    body_.emit(OpCode::pop, index.span);
}

void Expressions::discard_choice(const model::Expr& expr) {
    if (is_inert(context_, *expr.operands[1]) && is_inert(context_, *expr.operands[2]))
        return discard(*expr.operands[0]);
    truth(*expr.operands[0]);
    const std::size_t otherwise = body_.jump(OpCode::jump_if_zero, expr.span);
    body_.begin_maybe();
    discard(*expr.operands[1]);
    const std::size_t end = body_.jump(OpCode::jump, expr.span);
    body_.bind_label(otherwise);
    discard(*expr.operands[2]);
    body_.end_maybe();
    body_.bind_label(end);
}

void Expressions::discard(const model::Expr& expr) {
    if (is_harmless(expr) || is_inert(context_, expr)) return;
    const bool is_integer = !is_real(expr) && expr.kind != Kind::index;
    const bool is_read = expr.kind == Kind::unsupported && expr.code == Code::real_numbers;  // of untracked values
    if (is_integer && !is_read) return effect(expr);
    switch (expr.kind) {
        case Kind::index: return discard_element(expr);
        case Kind::conditional: return discard_choice(expr);
        case Kind::call: return call(expr);
        case Kind::assign:
        case Kind::step:
        case Kind::unary:
        case Kind::binary:
        case Kind::math:
            // An assignment evaluates its target first, too.
            for (const model::Expr* operand : expr.operands) discard(*operand);
            return;
        case Kind::unsupported:
            if (expr.code == Code::real_numbers) {
                for (const model::Expr* operand : expr.operands) discard(*operand);
                return;
            }
            unsupported(expr);
            return body_.emit(OpCode::pop, expr.span);
        default:
            refuse(Code::real_numbers, "floating-point values are not supported", expr.span);
            return body_.emit(OpCode::pop, expr.span);
    }
}

}  // namespace crowfly::compile
