// Comparisons with clocks, normalised to left - right <= bound.
#include "network/compile/conditions.hpp"

#include "model/math.hpp"
#include "model/operator_table.hpp"

namespace crowfly::compile {

using Kind = model::Expr::Kind;

namespace {

// The clock in a comparison: a fixed one, or the elements of an array, each with the condition under which it is meant.
using Choices = std::vector<ClockAtom>;  // `left` is the clock

struct Sides {
    std::vector<const model::Expr*> positive, negative;  // clocks
    std::vector<Term> terms;                             // with their sign on the clocks' side
};

// Sorts the summands of a sum into clocks and integers. False: clocks occur in a way that is not a sum.
bool collect(const model::Expr& expr, bool negative, Sides& sides) {
    if (!has_clocks(expr)) {
        sides.terms.push_back({&expr, negative});
        return true;
    }
    const bool is_sum = expr.kind == Kind::binary && (expr.op == Op::add || expr.op == Op::subtract);
    if (is_sum) {
        return collect(*expr.operands[0], negative, sides) &&
               collect(*expr.operands[1], negative != (expr.op == Op::subtract), sides);
    }
    if (expr.kind == Kind::unary && expr.op != Op::logical_not) {
        return collect(*expr.operands[0], negative != (expr.op == Op::negate), sides);
    }
    const bool is_place =
        expr.kind == Kind::symbol || expr.kind == Kind::index || expr.kind == Kind::member || expr.kind == Kind::field;
    if (!is_place) return false;
    (negative ? sides.negative : sides.positive).push_back(&expr);
    return true;
}

// All clocks that an expression may denote. Indices that are not constant are enumerated.
bool choices(Expressions& expressions, const model::Expr& expr, std::int32_t first, const Shape& shape,
             std::vector<const model::Expr*> indices, Choices& found, ClockAtom atom) {
    if (indices.empty()) {
        if (!atom.tests.empty() && !expressions.context().may_unroll(expr.span)) return false;
        atom.left = static_cast<ClockIndex>(first);
        found.push_back(std::move(atom));
        return true;
    }
    const model::Expr& index = *indices.back();
    indices.pop_back();
    const auto element = [&](std::int64_t i) {
        return first + static_cast<std::int32_t>((i - shape.least) * shape.element->cells);
    };
    if (const auto known = expressions.constant(index)) {
        if (*known < shape.least || *known > shape.greatest) {
            expressions.body().emit(OpCode::fault, index.span, static_cast<std::int32_t>(FaultKind::index));
            return true;
        }
        return choices(expressions, expr, element(*known), *shape.element, indices, found, atom);
    }
    for (std::int64_t i = shape.least; i <= shape.greatest; ++i) {
        ClockAtom chosen = atom;
        chosen.tests.push_back({&index, static_cast<std::int32_t>(i)});
        if (!choices(expressions, expr, element(i), *shape.element, indices, found, std::move(chosen))) return false;
    }
    return true;
}

bool clocks_of(Expressions& expressions, const model::Expr& expr, Choices& found) {
    std::vector<const model::Expr*> indices;  // the outermost one last, so that it is enumerated first
    const model::Expr* root = &expr;
    for (; root->kind == Kind::index; root = root->operands[0]) indices.push_back(root->operands[1]);
    if (root->kind != Kind::symbol && root->kind != Kind::member) return false;
    const Place place = expressions.place(*root);
    if (place.shape == nullptr || !place.fixed || place.storage() != Storage::clocks) return false;
    return choices(expressions, expr, place.at, *place.shape, indices, found, {});
}

Bound bound_of(Context& context, const std::vector<Term>& terms, Span span, Footprint& footprint) {
    Body body;
    Expressions expressions(context, body, context.scratch);
    Interval range{0, 0};
    body.push(0, span);
    for (const Term& term : terms) {
        expressions.value(*term.expr);
        body.emit(term.negative ? OpCode::subtract : OpCode::add, span);
        const Interval one = expressions.interval(*term.expr);
        range.least += term.negative ? -one.greatest : one.least;
        range.greatest += term.negative ? -one.least : one.greatest;
    }
    footprint.add(body.footprint);
    if (const auto known = body.constant()) return {{}, *known, *known};
    const auto clamped = [](std::int64_t v) {
        constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max() / 2;
        return static_cast<std::int32_t>(v < -limit ? -limit : v > limit ? limit : v);
    };
    return {body.install(context.network.code), clamped(range.least), clamped(range.greatest)};
}

Choices or_zero(Choices choices) { return choices.empty() ? Choices{ClockAtom{}} : choices; }

}  // namespace

std::optional<ClockComparison> analyse_comparison(Expressions& expressions, const model::Expr& expr) {
    const auto refuse = [&] {
        expressions.body().block(Code::non_integer_clock_term,
                                 "only a clock or a difference of two clocks can be compared with an integer",
                                 expr.span);
        return std::nullopt;
    };
    Sides sides;
    if (!collect(*expr.operands[0], false, sides) || !collect(*expr.operands[1], true, sides)) return refuse();
    if (sides.positive.size() > 1 || sides.negative.size() > 1) return refuse();
    Choices left, right;
    if (!sides.positive.empty() && !clocks_of(expressions, *sides.positive[0], left)) return refuse();
    if (!sides.negative.empty() && !clocks_of(expressions, *sides.negative[0], right)) return refuse();

    for (const Term& term : sides.terms) {
        if (!model::is_real(*term.expr)) continue;
        Body body;
        Expressions(expressions.context(), body, expressions.context().scratch).value(*term.expr);
        if (body.obstacle()) return refuse();
    }

    ClockComparison result;
    result.op = expr.op;
    for (Term& term : sides.terms) term.negative = !term.negative;  // moved to the other side
    result.terms = std::move(sides.terms);
    if (left.empty()) {  // 0 - y < n: turned around, so that a single clock is always on the left
        left.swap(right);
        result.op = mirrored(result.op);
        for (Term& term : result.terms) term.negative = !term.negative;
    }
    for (const ClockAtom& l : or_zero(left)) {
        for (const ClockAtom& r : or_zero(right)) {
            if (!r.tests.empty() && !expressions.context().may_unroll(expr.span)) return std::nullopt;
            ClockAtom atom{l.left, r.left, l.tests};
            atom.tests.insert(atom.tests.end(), r.tests.begin(), r.tests.end());
            result.atoms.push_back(std::move(atom));
        }
    }
    return result;
}

std::vector<ClockConstraint> constraints_of(Context& context, const ClockAtom& atom, const ClockComparison& comparison,
                                            Op op, Span span, Footprint& footprint) {
    const Bound bound = bound_of(context, comparison.terms, span, footprint);
    for (const ClockIndex clock : {atom.left, atom.right}) {
        if (clock != 0) footprint.clock_reads.add(clock);
    }
    const ClockConstraint upper{atom.left, atom.right, op == Op::less, false, bound, {}, span};
    const ClockConstraint lower{atom.right, atom.left, op == Op::greater, true, bound, {}, span};
    switch (op) {
        case Op::less:
        case Op::less_equal: return {upper};
        case Op::greater:
        case Op::greater_equal: return {lower};
        default: return {upper, lower};
    }
}

}  // namespace crowfly::compile
