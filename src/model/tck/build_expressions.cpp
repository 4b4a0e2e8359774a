// Expressions: resolves names and checks sorts. A clock, or the difference of two, may only be compared with a number.
#include <fmt/format.h>

#include <algorithm>

#include "model/operator_table.hpp"
#include "model/tck/building.hpp"

namespace crowfly::tck {
namespace {

using ModelKind = model::Expr::Kind;

Typed bad() { return {}; }

std::string_view describe(Sort sort) {
    switch (sort) {
        case Sort::bad: return "something wrong";
        case Sort::number: return "a number";
        case Sort::clock: return "a clock";
        case Sort::difference: return "a difference of clocks";
        case Sort::shifted: return "a clock plus a number";
        case Sort::truth:
        case Sort::constraint: return "a condition";
    }
    return "";
}

bool is_condition(Sort sort) { return sort == Sort::number || sort == Sort::truth || sort == Sort::constraint; }

// ---- Names

const model::Symbol* find_local(const Context& c, const std::string& name) {
    for (auto scope = c.locals.rbegin(); scope != c.locals.rend(); ++scope) {
        const auto found = scope->find(name);
        if (found != scope->end()) return found->second;
    }
    return nullptr;
}

// The variable of that name; null: there is none, and an error was reported.
const model::Symbol* find_variable(Context& c, const Expr& e) {
    if (const model::Symbol* local = find_local(c, e.name)) return local;
    const auto found = c.names.find(e.name);
    if (found == c.names.end()) {
        std::vector<std::string> candidates;
        for (const auto& [name, entity] : c.names) {
            if (entity.symbol != nullptr) candidates.push_back(name);
        }
        std::sort(candidates.begin(), candidates.end());
        c.report(Code::unknown_name, e.span, fmt::format("there is no variable or clock `{}`", e.name),
                 c.about(e.name, e.name, candidates));
        return nullptr;
    }
    if (found->second.symbol != nullptr) return found->second.symbol;
    c.report(Code::type_mismatch, e.span,
             fmt::format("`{}` is {}, not a variable or clock", e.name, what_it_is(found->second.kind)));
    return nullptr;
}

Typed place(const model::Expr* expr) {
    return {expr, expr->type->kind == model::Type::Kind::clock ? Sort::clock : Sort::number};
}

Typed build_name(Context& c, const Expr& e) {
    const model::Symbol* symbol = find_variable(c, e);
    if (symbol == nullptr) return bad();
    if (symbol->type->kind == model::Type::Kind::array) {
        c.report(Code::type_mismatch, e.span, fmt::format("`{}` is an array", e.name),
                 fmt::format("choose an element, as in `{}[0]`", e.name));
        return bad();
    }
    model::Expr* made = c.make(ModelKind::symbol, e.span, symbol->type);
    made->symbol = symbol;
    return place(made);
}

Typed build_index(Context& c, const Expr& e) {
    const model::Symbol* symbol = find_variable(c, e);
    const model::Expr* index = build_number(c, *e.operands[0]);
    if (symbol == nullptr || index == nullptr) return bad();
    if (symbol->type->kind != model::Type::Kind::array) {
        c.report(Code::not_indexable, e.span, fmt::format("`{}` is not an array", e.name),
                 fmt::format("write `{}` alone", e.name));
        return bad();
    }
    model::Expr* array = c.make(ModelKind::symbol, e.span, symbol->type);
    array->symbol = symbol;
    return place(c.make(ModelKind::index, e.span, symbol->type->element, {array, index}));
}

// ---- Operators

Typed wrong_operands(Context& c, const Expr& e, Typed left, Typed right) {
    const bool conditions = is_condition(left.sort) && is_condition(right.sort);
    c.report(Code::type_mismatch, e.span,
             fmt::format("{} and {} cannot be combined like this", describe(left.sort), describe(right.sort)),
             conditions ? "conditions have no value to compute with"
                        : "a clock can be compared with a number, and so can `x - y`");
    return bad();
}

// (x + n) + m is x + (n + m).
Typed shift_further(Context& c, const Expr& e, Typed left, Typed right) {
    const model::Expr* amount = c.make_binary(e.op, left.expr->operands[1], right.expr, c.integer_type, e.span);
    return {c.make_binary(Op::add, left.expr->operands[0], amount, c.integer_type, e.span), Sort::shifted};
}

Typed build_arithmetic(Context& c, const Expr& e) {
    Typed left = build_expression(c, *e.operands[0]);
    Typed right = build_expression(c, *e.operands[1]);
    if (left.sort == Sort::bad || right.sort == Sort::bad) return bad();
    if (e.op == Op::add && left.sort == Sort::number && right.sort == Sort::clock) std::swap(left, right);
    Sort sort = Sort::bad;
    if (left.sort == Sort::number && right.sort == Sort::number) sort = Sort::number;
    if (e.op == Op::subtract && left.sort == Sort::clock && right.sort == Sort::clock) sort = Sort::difference;
    if (e.op == Op::add && left.sort == Sort::clock && right.sort == Sort::number) sort = Sort::shifted;
    if (left.sort == Sort::shifted && right.sort == Sort::number && (e.op == Op::add || e.op == Op::subtract))
        return shift_further(c, e, left, right);
    if (sort == Sort::bad) return wrong_operands(c, e, left, right);
    return {c.make_binary(e.op, left.expr, right.expr, c.integer_type, e.span), sort};
}

Typed compare(Context& c, const Expr& e, Op op, Typed left, Typed right) {
    const auto is_timed = [](Typed side) { return side.sort == Sort::clock || side.sort == Sort::difference; };
    const bool numbers = left.sort == Sort::number && right.sort == Sort::number;
    const bool timed = (is_timed(left) && right.sort == Sort::number) || (left.sort == Sort::number && is_timed(right));
    if (left.sort == Sort::clock && right.sort == Sort::clock) {
        c.report(Code::type_mismatch, e.span, "two clocks cannot be compared directly",
                 "compare their difference with 0: `x - y < 0`");
        return bad();
    }
    if (!numbers && !timed) return wrong_operands(c, e, left, right);
    if (timed && op == Op::not_equal) {
        c.report(Code::bad_guard, e.span, "a clock cannot be compared with `!=`",
                 "write one edge with `<` and one with `>`");
        return bad();
    }
    return {c.make_binary(op, left.expr, right.expr, c.boolean_type, e.span), timed ? Sort::constraint : Sort::truth};
}

Typed build_comparison(Context& c, const Expr& e) {
    const Typed left = build_expression(c, *e.operands[0]);
    const Typed right = build_expression(c, *e.operands[1]);
    return left.sort == Sort::bad || right.sort == Sort::bad ? bad() : compare(c, e, e.op, left, right);
}

Typed build_chain(Context& c, const Expr& e) {
    const Typed first = build_expression(c, *e.operands[0]);
    const Typed middle = build_expression(c, *e.operands[1]);
    const Typed last = build_expression(c, *e.operands[2]);
    if (first.sort == Sort::bad || middle.sort == Sort::bad || last.sort == Sort::bad) return bad();
    const Typed left = compare(c, e, e.op, first, middle);
    const Typed right = left.sort == Sort::bad ? bad() : compare(c, e, e.second, middle, last);
    if (right.sort == Sort::bad) return bad();
    const bool timed = left.sort == Sort::constraint || right.sort == Sort::constraint;
    return {conjunction_of(c, {left.expr, right.expr}), timed ? Sort::constraint : Sort::truth};
}

Typed build_conjunction(Context& c, const Expr& e) {
    std::vector<const model::Expr*> parts;
    bool fine = true;
    bool timed = false;
    for (const ExprPtr& operand : e.operands) {
        const Typed part = build_expression(c, *operand);
        fine = fine && part.sort != Sort::bad;
        if (part.sort != Sort::bad && !is_condition(part.sort)) {
            c.report(Code::type_mismatch, operand->span, fmt::format("{} is not a condition", describe(part.sort)),
                     "compare it with a number");
            fine = false;
        }
        timed = timed || part.sort == Sort::constraint;
        parts.push_back(part.expr);
    }
    return fine ? Typed{conjunction_of(c, parts), timed ? Sort::constraint : Sort::truth} : bad();
}

Typed build_inversion(Context& c, const Expr& e) {
    const Typed inner = build_expression(c, *e.operands[0]);
    if (inner.sort == Sort::bad) return bad();
    if (inner.sort == Sort::constraint) {
        c.report(Code::bad_guard, e.span, "a comparison with a clock cannot be negated",
                 "write the opposite comparison, as `x >= 5` for `!(x < 5)`");
        return bad();
    }
    if (!is_condition(inner.sort)) return wrong_operands(c, e, inner, inner);
    model::Expr* made = c.make(ModelKind::unary, e.span, c.boolean_type, {inner.expr});
    made->op = Op::logical_not;
    return {made, Sort::truth};
}

Typed build_negation(Context& c, const Expr& e) {
    const model::Expr* inner = build_number(c, *e.operands[0]);
    if (inner == nullptr) return bad();
    model::Expr* made = c.make(ModelKind::unary, e.span, c.integer_type, {inner});
    made->op = Op::negate;
    return {made, Sort::number};
}

Typed build_conditional(Context& c, const Expr& e) {
    const model::Expr* condition = build_condition(c, *e.operands[0], "a value");
    const model::Expr* then = build_number(c, *e.operands[1]);
    const model::Expr* otherwise = build_number(c, *e.operands[2]);
    if (condition == nullptr || then == nullptr || otherwise == nullptr) return bad();
    return {c.make(ModelKind::conditional, e.span, c.integer_type, {condition, then, otherwise}), Sort::number};
}

}  // namespace

Typed build_expression(Context& c, const Expr& e) {
    if (c.is_exhausted()) return bad();
    switch (e.kind) {
        case Expr::Kind::number: return {c.make_constant(e.number, e.span), Sort::number};
        case Expr::Kind::name: return build_name(c, e);
        case Expr::Kind::index: return build_index(c, e);
        case Expr::Kind::negation: return build_negation(c, e);
        case Expr::Kind::inversion: return build_inversion(c, e);
        case Expr::Kind::binary: return is_comparison(e.op) ? build_comparison(c, e) : build_arithmetic(c, e);
        case Expr::Kind::chain: return build_chain(c, e);
        case Expr::Kind::conjunction: return build_conjunction(c, e);
        case Expr::Kind::conditional: return build_conditional(c, e);
    }
    return bad();
}

const model::Expr* build_number(Context& c, const Expr& e) {
    const Typed built = build_expression(c, e);
    if (built.sort == Sort::number) return built.expr;
    if (built.sort == Sort::clock || built.sort == Sort::shifted || built.sort == Sort::difference) {
        c.report(Code::clock_read, e.span, "the value of a clock cannot be read here",
                 "clocks can only be compared in guards and invariants");
    } else if (built.sort != Sort::bad) {
        c.report(Code::type_mismatch, e.span, fmt::format("expected a number, found {}", describe(built.sort)),
                 "`(if condition then 1 else 0)` makes a number of it");
    }
    return nullptr;
}

const model::Expr* build_condition(Context& c, const Expr& e, std::string_view without_clocks) {
    const Typed built = build_expression(c, e);
    if (built.sort == Sort::bad) return nullptr;
    if (built.sort == Sort::constraint && !without_clocks.empty()) {
        c.report(Code::clock_read, e.span, fmt::format("clocks cannot be compared in {}", without_clocks),
                 "clocks can only be compared in guards and invariants");
        return nullptr;
    }
    if (is_condition(built.sort)) return built.expr;
    c.report(Code::type_mismatch, e.span, fmt::format("{} is not a condition", describe(built.sort)),
             "compare it with a number");
    return nullptr;
}

// A balanced tree: a long list of conditions must not become a deep one.
const model::Expr* conjunction_of(Context& c, const std::vector<const model::Expr*>& parts) {
    if (parts.empty()) return nullptr;
    std::vector<const model::Expr*> level = parts;
    while (level.size() > 1) {
        std::vector<const model::Expr*> next;
        for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
            next.push_back(c.make_binary(Op::logical_and, level[i], level[i + 1], c.boolean_type,
                                         join(level[i]->span, level[i + 1]->span)));
        }
        if (level.size() % 2 != 0) next.push_back(level.back());
        level = std::move(next);
    }
    return level.front();
}

}  // namespace crowfly::tck
