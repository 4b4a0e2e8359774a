// Compiles queries: quantifiers are unrolled and process names resolved. The formula stays a tree down to single
// comparisons, so that heuristics and engines can inspect it.
#include "property/compile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "network/analyses/bound_values.hpp"
#include "network/compile/conditions.hpp"

namespace crowfly::compile {

using Kind = model::Expr::Kind;

namespace {

constexpr std::size_t max_leaves = 500'000;
constexpr std::size_t named_leaves = 1000;  // with the values of binders; people are shown fewer

class Formulas {
public:
    explicit Formulas(Context& context) : context_(context) {}

    Formula build(const model::Expr& expr);
    std::optional<Obstacle> obstacle;

private:
    Formula quantified(const model::Expr& expr);
    Formula comparison(const model::Expr& expr);
    Formula atom(const ClockAtom& atom, const ClockComparison& comparison, Span span,
                 const std::shared_ptr<const std::string>& values);
    Formula discrete(const model::Expr& expr);
    Formula location(const model::Expr& expr);
    Formula exclusive(const model::Expr& expr);
    bool too_large(Span span);
    std::shared_ptr<const std::string> values_in(const model::Expr& expr) const;
    void tighten(Bound& bound, const Footprint& footprint);

    Context& context_;
    std::optional<BoundValues> bounds_;  // made for the first bound that is not constant
    std::size_t leaves_ = 0;
    std::vector<std::pair<const model::Symbol*, std::int32_t>> binders_;  // with their values, the outermost first
};

bool names(const model::Expr& expr, const model::Symbol* symbol) {
    return expr.symbol == symbol ||
           std::ranges::any_of(expr.operands, [&](const model::Expr* operand) { return names(*operand, symbol); });
}

Formula constant(bool value, Span span) {
    Formula result;
    result.value = value;
    result.span = span;
    return result;
}

Formula negation(Formula inner) {
    if (inner.kind == Formula::Kind::constant) {
        inner.value = !inner.value;
        return inner;
    }
    if (inner.kind == Formula::Kind::negation) {
        Formula operand = std::move(inner.operands[0]);
        return operand;
    }
    Formula result;
    result.kind = Formula::Kind::negation;
    result.span = inner.span;
    result.operands.push_back(std::move(inner));
    return result;
}

// Conjunction or disjunction; nested ones of the same kind are merged, constants folded.
Formula combine(Formula::Kind kind, std::vector<Formula> operands, Span span) {
    const bool neutral = kind == Formula::Kind::conjunction;
    Formula result;
    result.kind = kind;
    result.span = span;
    for (Formula& operand : operands) {
        if (operand.kind == Formula::Kind::constant) {
            if (operand.value != neutral) return constant(!neutral, span);
        } else if (operand.kind == kind) {
            for (Formula& inner : operand.operands) result.operands.push_back(std::move(inner));
        } else {
            result.operands.push_back(std::move(operand));
        }
    }
    if (result.operands.empty()) return constant(neutral, span);
    if (result.operands.size() == 1) {
        Formula only = std::move(result.operands[0]);
        return only;
    }
    return result;
}

std::vector<Formula> pair(Formula left, Formula right) {
    std::vector<Formula> both;
    both.push_back(std::move(left));
    both.push_back(std::move(right));
    return both;
}

bool Formulas::too_large(Span span) {
    if (++leaves_ <= max_leaves) return false;
    if (leaves_ == max_leaves + 1) {
        context_.report(Code::system_too_large, span,
                        fmt::format("the query has more than {} comparisons", max_leaves));
    }
    return true;
}

Formula Formulas::build(const model::Expr& expr) {
    if (leaves_ > max_leaves)
        return {};  // reported before; `xor` doubles its operands, so that nesting grows exponentially
    const auto operand = [&](std::size_t i) { return build(*expr.operands[i]); };
    switch (expr.kind) {
        case Kind::deadlock: {
            Formula result;
            result.kind = Formula::Kind::deadlock;
            result.span = expr.span;
            return result;
        }
        case Kind::location: return location(expr);
        case Kind::unary:
            if (expr.op == Op::logical_not) return negation(operand(0));
            break;
        case Kind::binary:
            switch (expr.op) {
                case Op::logical_and:
                    return combine(Formula::Kind::conjunction, pair(operand(0), operand(1)), expr.span);
                case Op::logical_or:
                    return combine(Formula::Kind::disjunction, pair(operand(0), operand(1)), expr.span);
                case Op::imply:
                    return combine(Formula::Kind::disjunction, pair(negation(operand(0)), operand(1)), expr.span);
                case Op::logical_xor: return exclusive(expr);
                default: break;
            }
            if (has_clocks(expr)) return comparison(expr);
            break;
        case Kind::conditional:
            if (has_clocks(expr)) {
                Formula first = combine(Formula::Kind::conjunction, pair(operand(0), operand(1)), expr.span);
                Formula second = combine(Formula::Kind::conjunction, pair(negation(operand(0)), operand(2)), expr.span);
                return combine(Formula::Kind::disjunction, pair(std::move(first), std::move(second)), expr.span);
            }
            break;
        case Kind::quantifier:
            if (expr.quantifier != Quantifier::sum) return quantified(expr);
            break;
        default: break;
    }
    return discrete(expr);
}

Formula Formulas::exclusive(const model::Expr& expr) {
    const auto side = [&](std::size_t i) { return build(*expr.operands[i]); };
    Formula first = combine(Formula::Kind::conjunction, pair(side(0), negation(side(1))), expr.span);
    Formula second = combine(Formula::Kind::conjunction, pair(negation(side(0)), side(1)), expr.span);
    return combine(Formula::Kind::disjunction, pair(std::move(first), std::move(second)), expr.span);
}

Formula Formulas::quantified(const model::Expr& expr) {
    const bool is_forall = expr.quantifier == Quantifier::forall;
    const Shape* range = shape_of(context_, *expr.symbol->type);
    if (range == nullptr) return {};
    ScopedBinding binder(context_, expr.symbol, {Binding::Kind::value, range->least, range});
    std::vector<Formula> parts;
    for (std::int64_t i = range->least; i <= range->greatest && leaves_ <= max_leaves; ++i) {
        binder.set(static_cast<std::int32_t>(i));
        binders_.emplace_back(expr.symbol, static_cast<std::int32_t>(i));
        parts.push_back(build(*expr.operands[0]));
        binders_.pop_back();
    }
    return combine(is_forall ? Formula::Kind::conjunction : Formula::Kind::disjunction, std::move(parts), expr.span);
}

// " (i = 2, j = 0)": of the binders that the expression mentions. Null: it mentions none.
std::shared_ptr<const std::string> Formulas::values_in(const model::Expr& expr) const {
    if (leaves_ > named_leaves) return nullptr;
    std::vector<std::string> values;
    for (const auto& [symbol, value] : binders_) {
        if (names(expr, symbol)) values.push_back(fmt::format("{} = {}", symbol->name, value));
    }
    if (values.empty()) return nullptr;
    return std::make_shared<const std::string>(fmt::format(" ({})", fmt::join(values, ", ")));
}

Formula Formulas::location(const model::Expr& expr) {
    if (too_large(expr.span)) return {};
    Body body;
    Expressions expressions(context_, body, context_.scratch);
    Formula result;
    result.span = expr.span;
    if (const auto process = find_process(expressions, expr)) {
        result.kind = Formula::Kind::location;
        result.process = *process;
        result.number = expr.number;
        result.footprint.reads.add(*process);
    } else {  // a fault, if it is evaluated
        result.kind = Formula::Kind::discrete;
        body.push(0, expr.span);
        result.program = body.install(context_.network.code);
    }
    return result;
}

Formula Formulas::discrete(const model::Expr& expr) {
    if (too_large(expr.span)) return {};
    Body body;
    Expressions expressions(context_, body, context_.scratch);
    expressions.truth(expr);
    if (body.obstacle() && !obstacle) obstacle = body.obstacle();
    if (const auto known = body.constant()) return constant(*known != 0, expr.span);
    Formula result;
    result.kind = Formula::Kind::discrete;
    result.span = expr.span;
    result.footprint = body.footprint;
    result.program = body.install(context_.network.code);
    result.suffix = values_in(expr);
    return result;
}

// One combination of clocks: the tests that select it, and the constraint itself.
Formula Formulas::atom(const ClockAtom& atom, const ClockComparison& comparison, Span span,
                       const std::shared_ptr<const std::string>& values) {
    std::vector<Formula> parts;
    for (const ClockAtom::Test& test : atom.tests) {
        Body body;
        Expressions expressions(context_, body, context_.scratch);
        expressions.value(*test.index);
        body.push(test.value, span);
        body.emit(OpCode::equal, span);
        Formula leaf;
        leaf.kind = Formula::Kind::discrete;
        leaf.span = test.index->span;
        leaf.suffix = std::make_shared<const std::string>(fmt::format(" == {}", test.value));
        leaf.footprint = body.footprint;
        leaf.program = body.install(context_.network.code);
        parts.push_back(std::move(leaf));
    }
    const bool differs = comparison.op == Op::not_equal;
    std::vector<Formula> constraints;
    for (const Op op : differs ? std::vector{Op::less, Op::greater} : std::vector{comparison.op}) {
        Footprint footprint;
        for (const ClockConstraint& c : constraints_of(context_, atom, comparison, op, span, footprint)) {
            Formula leaf;
            leaf.kind = Formula::Kind::clock;
            leaf.span = span;
            leaf.constraint = c;
            leaf.suffix = values;
            tighten(leaf.constraint.bound, footprint);
            leaf.footprint = footprint;
            constraints.push_back(std::move(leaf));
        }
    }
    parts.push_back(
        combine(differs ? Formula::Kind::disjunction : Formula::Kind::conjunction, std::move(constraints), span));
    return combine(Formula::Kind::conjunction, std::move(parts), span);
}

void Formulas::tighten(Bound& bound, const Footprint& footprint) {
    if (bound.is_constant()) return;
    if (!bounds_) bounds_.emplace(context_.finished->network);
    bounds_->tighten(bound, context_.network.code, footprint);
}

Formula Formulas::comparison(const model::Expr& expr) {
    if (too_large(expr.span)) return {};
    Body body;
    Expressions expressions(context_, body, context_.scratch);
    const auto found = analyse_comparison(expressions, expr);
    if (!found) {
        if (!obstacle) obstacle = body.obstacle();
        return {};
    }
    std::vector<Formula> choices;
    const std::shared_ptr<const std::string> values = values_in(expr);
    for (const ClockAtom& a : found->atoms) choices.push_back(atom(a, *found, expr.span, values));
    return combine(Formula::Kind::disjunction, std::move(choices), expr.span);
}

std::optional<property::Measure> compile_measure(Context& context, const model::Expr& expr,
                                                 std::optional<Obstacle>& obstacle) {
    Body body;
    Expressions expressions(context, body, context.scratch);
    property::Measure measure;
    measure.span = expr.span;
    if (is_clock(expr)) {
        const Place place = expressions.place(expr);
        if (place.shape == nullptr) return std::nullopt;
        if (!place.fixed) {
            context.report(Code::not_computable, expr.span, "which clock this is must be known before the search");
            return std::nullopt;
        }
        measure.clock = static_cast<ClockIndex>(place.at);
        return measure;
    }
    expressions.value(expr);
    measure.footprint = body.footprint;
    if (body.obstacle()) obstacle = body.obstacle();
    if (const auto known = body.constant()) {
        measure.constant = *known;
    } else {
        measure.program = body.install(context.network.code);
    }
    return measure;
}

// The property for each kind of query of the typed model.
class Kinds {
public:
    explicit Kinds(Context& context) : context_(context), formulas_(context) {}

    Property::Asks build(const model::Query& query) {
        switch (query.kind) {
            case QueryKind::exists_eventually: return property::Reach{true, formula(query.first)};
            case QueryKind::always_globally: return property::Reach{false, formula(query.first)};
            case QueryKind::exists_globally: return property::Run{true, formula(query.first)};
            case QueryKind::always_eventually: return property::Run{false, formula(query.first)};
            case QueryKind::leads_to: return leads_to(query);
            case QueryKind::sup: return extremum(query, false, true);
            case QueryKind::inf: return extremum(query, true, false);
            case QueryKind::bounds: return extremum(query, true, true);
            case QueryKind::statistical:
            case QueryKind::game:
            case QueryKind::scenario:
            case QueryKind::justice:
            case QueryKind::empty:
            case QueryKind::not_a_query: break;  // the typed model has none
        }
        return {};
    }

    const std::optional<Obstacle>& obstacle() const { return formulas_.obstacle; }

private:
    Formula formula(const model::Expr* expr) { return expr == nullptr ? Formula{} : formulas_.build(*expr); }

    property::Run leads_to(const model::Query& query) {
        Formula trigger = formula(query.first);
        return {false, formula(query.second), std::move(trigger)};
    }

    property::Extremum extremum(const model::Query& query, bool least, bool greatest) {
        property::Extremum result{least, greatest, formula(query.first), {}};
        for (const model::Expr* value : query.values) {
            if (auto measure = compile_measure(context_, *value, formulas_.obstacle))
                result.measures.push_back(std::move(*measure));
        }
        return result;
    }

    Context& context_;
    Formulas formulas_;
};

}  // namespace
}  // namespace crowfly::compile

namespace crowfly {

std::optional<Property> compile_property(const Compiler& compiler, const model::Query& query, Diagnostics& diagnostics,
                                         const BinderValues& values) {
    const std::shared_ptr<const Network> network = compiler.shared_network();
    compile::Context context(compiler.context(), {network, &network->code}, diagnostics);
    const std::size_t errors = diagnostics.errors();
    context.scratch.restart();
    for (const auto& [symbol, value] : values)
        context.locals[symbol] = {compile::Binding::Kind::value, value, compile::shape_of(context, *symbol->type)};
    compile::Kinds kinds(context);
    Property property;
    property.asks = kinds.build(query);
    property.text = query.text;
    property.span = query.span;
    property.expected = query.expected;
    property.obstacle = kinds.obstacle();
    if (diagnostics.errors() != errors) return std::nullopt;
    set_code(property, std::move(context.network.code));
    return property;
}

}  // namespace crowfly
