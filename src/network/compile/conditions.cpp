#include "network/compile/conditions.hpp"

#include <algorithm>

#include "model/operator_table.hpp"

namespace crowfly::compile {

using Kind = model::Expr::Kind;

namespace {

bool is_comparison(const model::Expr& expr) { return expr.kind == Kind::binary && is_comparison(expr.op); }

bool is_rate(const model::Expr& expr) { return expr.kind == Kind::rate; }

// Splits a condition into conjuncts with the discrete assumptions under which they apply: `p imply x <= 3` is the
// constraint x <= 3 under the assumption p.
class Splitter {
public:
    explicit Splitter(Context& context) : context_(context), discrete_(body_context()) {}

    void visit(const model::Expr& expr, bool positive);
    Condition finish(Run constraints, Run rates, Run prices);

private:
    struct Assumption {
        const model::Expr* expr;
        bool positive;
    };

    // Quantifiers are unrolled, so code is emitted while the value of the binder is fixed.
    Expressions body_context() { return Expressions(context_, body_, context_.scratch); }
    void discrete(const model::Expr& expr, bool positive);
    void either(const model::Expr& left, bool left_positive, const model::Expr& right, bool right_positive);
    void assuming(const model::Expr& condition, bool holds, const model::Expr& expr, bool positive);
    void comparison(const model::Expr& expr, bool positive);
    void check_indices(const std::vector<ClockAtom>& atoms);
    void rate(const model::Expr& expr);
    void price(const model::Expr& value, Span span);
    Bound number(const model::Expr& value, Footprint& footprint);
    void unroll(const model::Expr& expr, bool positive);
    void refuse(const model::Expr& expr);
    Program assumptions(const std::vector<ClockAtom::Test>& tests);

    Context& context_;
    Body body_;
    Expressions discrete_;
    std::vector<Assumption> assumptions_;
    std::vector<std::size_t> failures_;
};

void Splitter::refuse(const model::Expr& expr) {
    body_.block(Code::bad_guard, "clock constraints must form a conjunction here", expr.span);
}

void Splitter::visit(const model::Expr& expr, bool positive) {
    if (expr.kind == Kind::unsupported) return body_.block(expr.code, expr.text, expr.span);
    if (!has_clocks(expr)) return discrete(expr, positive);
    if (expr.kind == Kind::unary && expr.op == Op::logical_not) return visit(*expr.operands[0], !positive);
    if (expr.kind == Kind::quantifier) return unroll(expr, positive);
    if (expr.kind == Kind::conditional) {
        assuming(*expr.operands[0], true, *expr.operands[1], positive);
        return assuming(*expr.operands[0], false, *expr.operands[2], positive);
    }
    if (is_comparison(expr)) return mentions(expr, is_rate) ? rate(expr) : comparison(expr, positive);
    if (expr.kind != Kind::binary) return refuse(expr);
    const model::Expr& left = *expr.operands[0];
    const model::Expr& right = *expr.operands[1];
    const bool conjunction = expr.op == Op::logical_and ? positive : !positive;
    switch (expr.op) {
        case Op::logical_and:
        case Op::logical_or:
            if (!conjunction) return either(left, positive, right, positive);
            visit(left, positive);
            return visit(right, positive);
        case Op::imply:
            if (positive) return either(left, false, right, true);
            visit(left, true);
            return visit(right, false);
        default: return refuse(expr);
    }
}

void Splitter::either(const model::Expr& left, bool left_positive, const model::Expr& right, bool right_positive) {
    if (!has_clocks(left)) return assuming(left, !left_positive, right, right_positive);
    if (!has_clocks(right)) return assuming(right, !right_positive, left, left_positive);
    refuse(left);
}

void Splitter::assuming(const model::Expr& condition, bool holds, const model::Expr& expr, bool positive) {
    if (has_clocks(condition)) return refuse(condition);
    if (const auto known = discrete_.constant(condition)) {
        if ((*known != 0) == holds) visit(expr, positive);
        return;
    }
    assumptions_.push_back({&condition, holds});
    body_.begin_maybe();
    visit(expr, positive);
    body_.end_maybe();
    assumptions_.pop_back();
}

// Not (assumptions) or the conjunct itself: appended to the program, which ends at the first conjunct that fails.
void Splitter::discrete(const model::Expr& expr, bool positive) {
    std::vector<std::size_t> skips;
    for (const Assumption& a : assumptions_) {
        discrete_.truth(*a.expr);
        skips.push_back(body_.jump(a.positive ? OpCode::jump_if_zero : OpCode::jump_if_not_zero, a.expr->span));
    }
    discrete_.truth(expr);
    if (!positive) body_.emit(OpCode::logical_not, expr.span);
    const auto known = body_.constant();
    if (known && *known != 0) {
        body_.take_constant();
    } else {
        failures_.push_back(body_.jump(OpCode::jump_if_zero, expr.span));
        body_.begin_maybe();  // what follows is evaluated only if this holds
    }
    for (const std::size_t skip : skips) body_.bind_label(skip);
}

Program Splitter::assumptions(const std::vector<ClockAtom::Test>& tests) {
    Body body;
    Expressions expressions(context_, body, context_.scratch);
    std::vector<std::size_t> failures;
    const auto require = [&](Span span) { failures.push_back(body.jump(OpCode::jump_if_zero, span)); };
    for (const Assumption& a : assumptions_) {
        expressions.truth(*a.expr);
        if (!a.positive) body.emit(OpCode::logical_not, a.expr->span);
        require(a.expr->span);
    }
    for (const ClockAtom::Test& test : tests) {
        expressions.value(*test.index);
        body.push(test.value, test.index->span);
        body.emit(OpCode::equal, test.index->span);
        require(test.index->span);
    }
    if (failures.empty()) return {};
    const Span span = assumptions_.empty() ? tests[0].index->span : assumptions_[0].expr->span;
    body.push(1, span);
    const std::size_t end = body.jump(OpCode::jump, span);
    for (const std::size_t failure : failures) body.bind_label(failure);
    body.push(0, span);
    body.bind_label(end);
    body_.footprint.add(body.footprint);
    return body.install(context_.network.code);
}

// A computed index outside its array is a fault, as everywhere else; without this check all atoms would be false.
void Splitter::check_indices(const std::vector<ClockAtom>& atoms) {
    if (atoms.empty() || atoms[0].tests.empty()) return;
    std::vector<std::size_t> skips;
    for (const Assumption& a : assumptions_) {
        discrete_.truth(*a.expr);
        skips.push_back(body_.jump(a.positive ? OpCode::jump_if_zero : OpCode::jump_if_not_zero, a.expr->span));
    }
    for (std::size_t t = 0; t < atoms[0].tests.size(); ++t) {
        const model::Expr& index = *atoms[0].tests[t].index;
        std::int32_t least = atoms[0].tests[t].value;
        std::int32_t greatest = least;
        for (const ClockAtom& atom : atoms) {
            least = std::min(least, atom.tests[t].value);
            greatest = std::max(greatest, atom.tests[t].value);
        }
        const Interval range = discrete_.interval(index);
        if (range.least >= least && range.greatest <= greatest) continue;
        body_.push(address(Region::locals, 0), index.span);
        discrete_.value(index);
        body_.emit(OpCode::index, index.span, least, greatest - least + 1, 0);
        body_.emit(OpCode::pop, index.span);
    }
    for (const std::size_t skip : skips) body_.bind_label(skip);
}

void Splitter::comparison(const model::Expr& expr, bool positive) {
    const Op op = positive ? expr.op : complement(expr.op);
    if (op == Op::not_equal) return refuse(expr);
    auto found = analyse_comparison(discrete_, expr);
    if (!found) return;
    if (!positive) found->op = complement(found->op);
    check_indices(found->atoms);
    for (const ClockAtom& atom : found->atoms) {
        const Program condition = assumptions(atom.tests);
        for (ClockConstraint& c : constraints_of(context_, atom, *found, found->op, expr.span, body_.footprint)) {
            c.condition = condition;
            context_.network.constraints.push_back(c);
        }
    }
}

void Splitter::rate(const model::Expr& expr) {
    const bool rate_left = expr.operands[0]->kind == Kind::rate;
    const model::Expr& rate = *expr.operands[rate_left ? 0 : 1];
    const model::Expr& value = *expr.operands[rate_left ? 1 : 0];
    if (expr.op != Op::equal || rate.kind != Kind::rate || has_clocks(value)) return refuse(expr);
    if (mentions(value, [](const model::Expr& e) { return e.kind == Kind::unsupported; })) {
        return body_.block(Code::clock_rate, "clocks can only run at rate 0 or 1", expr.span);
    }
    const model::Symbol* of = rate.operands[0]->symbol;
    if (context_.network.prices && of != nullptr && of == context_.model.prices->cost) return price(value, expr.span);
    const Place clock = discrete_.place(*rate.operands[0]);
    if (clock.shape == nullptr) return;
    if (!clock.fixed)
        return body_.block(Code::clock_rate, "a clock whose rate is set must be known before the model runs",
                           rate.span);
    ClockRate result{static_cast<ClockIndex>(clock.at), number(value, body_.footprint), assumptions({}), expr.span};
    const Bound& known = result.rate;
    if (known.is_constant() && known.least != 0 && known.least != 1)
        return body_.block(Code::clock_rate, "clocks can only run at rate 0 or 1", expr.span);
    context_.network.rates.push_back(result);
}

Bound Splitter::number(const model::Expr& value, Footprint& footprint) {
    Body body;
    Expressions expressions(context_, body, context_.scratch);
    expressions.value(value);
    const Interval range = expressions.interval(value);
    footprint.add(body.footprint);
    if (const auto known = body.constant()) return {{}, *known, *known};
    return {body.install(context_.network.code), static_cast<std::int32_t>(range.least),
            static_cast<std::int32_t>(range.greatest)};
}

// What a rate reads is no part of the footprint: nobody but a search for the least price evaluates it.
void Splitter::price(const model::Expr& value, Span span) {
    const Footprint seen = body_.footprint;
    PriceRate result{number(value, body_.footprint), assumptions({}), span};
    body_.footprint = seen;
    if (result.rate.is_constant() && result.rate.least < 0)
        context_.report(Code::value_out_of_range, span, "`cost` cannot have a negative rate");
    context_.network.prices->rates.push_back(result);
}

void Splitter::unroll(const model::Expr& expr, bool positive) {
    const bool conjunction = positive ? expr.quantifier == Quantifier::forall : expr.quantifier == Quantifier::exists;
    if (!conjunction) return refuse(expr);
    const Shape* range = shape_of(context_, *expr.symbol->type);
    if (range == nullptr) return;
    ScopedBinding binder(context_, expr.symbol, {Binding::Kind::value, range->least, range});
    for (std::int64_t i = range->least; i <= range->greatest; ++i) {
        if (!context_.may_unroll(expr.span)) return;
        binder.set(static_cast<std::int32_t>(i));
        visit(*expr.operands[0], positive);
    }
}

Condition Splitter::finish(Run constraints, Run rates, Run prices) {
    Condition result;
    const Span span{};
    if (!failures_.empty() || !body_.empty()) {
        body_.push(1, span);
        if (!failures_.empty()) {
            const std::size_t end = body_.jump(OpCode::jump, span);
            for (const std::size_t failure : failures_) body_.bind_label(failure);
            body_.push(0, span);
            body_.bind_label(end);
        }
        result.discrete = body_.install(context_.network.code);
    }
    result.constraints = {constraints.first,
                          static_cast<std::uint32_t>(context_.network.constraints.size()) - constraints.first};
    result.rates = {rates.first, static_cast<std::uint32_t>(context_.network.rates.size()) - rates.first};
    result.prices = {prices.first, context_.prices_so_far() - prices.first};
    result.footprint = body_.footprint;
    result.obstacle = body_.obstacle();
    return result;
}

// Quantifiers with more clauses than this are not split.
constexpr std::int64_t most_clauses = 256;

void collect_clauses(Context& context, const model::Expr& expr, std::int64_t most) {
    if (expr.kind == Kind::binary && expr.op == Op::logical_and) {
        collect_clauses(context, *expr.operands[0], most);
        return collect_clauses(context, *expr.operands[1], most);
    }
    if (has_clocks(expr)) return;
    if (expr.kind == Kind::quantifier && expr.quantifier == Quantifier::forall) {
        const Shape* range = shape_of(context, *expr.symbol->type);
        if (range == nullptr) return;
        const std::int64_t size = std::int64_t{range->greatest} - range->least + 1;
        if (size <= most) {
            ScopedBinding binder(context, expr.symbol, {Binding::Kind::value, range->least, range});
            for (std::int64_t i = range->least; i <= range->greatest; ++i) {
                binder.set(static_cast<std::int32_t>(i));
                collect_clauses(context, *expr.operands[0], most / std::max<std::int64_t>(size, 1));
            }
            return;
        }
    }
    Body body;
    context.scratch.restart();
    Expressions(context, body, context.scratch).truth(expr);
    Clause clause{body.install(context.network.code), body.footprint};
    if (clause.program) context.network.clauses.push_back(std::move(clause));
}

}  // namespace

void compile_clauses(Context& context, const model::Expr& expr, const Condition& whole) {
    const bool in_one_piece =
        expr.kind != Kind::quantifier && !(expr.kind == Kind::binary && expr.op == Op::logical_and);
    if (!in_one_piece) return collect_clauses(context, expr, most_clauses);
    if (!has_clocks(expr) && whole.discrete) context.network.clauses.push_back({whole.discrete, whole.footprint});
}

Condition compile_condition(Context& context, const model::Expr* expr) {
    if (expr == nullptr) return {};
    const Run constraints{static_cast<std::uint32_t>(context.network.constraints.size()), 0};
    const Run rates{static_cast<std::uint32_t>(context.network.rates.size()), 0};
    const Run prices{context.prices_so_far(), 0};
    context.scratch.restart();
    Splitter splitter(context);
    splitter.visit(*expr, true);
    return splitter.finish(constraints, rates, prices);
}

}  // namespace crowfly::compile
