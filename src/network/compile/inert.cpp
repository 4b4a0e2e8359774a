#include "network/compile/inert.hpp"

#include <algorithm>

#include "model/math.hpp"

namespace crowfly::compile {

namespace {

using InertKind = model::Expr::Kind;

bool all_inert(Context& context, const std::vector<const model::Expr*>& exprs) {
    return std::ranges::all_of(exprs, [&](const model::Expr* e) { return is_inert(context, *e); });
}

// Integer arithmetic may overflow or divide by zero; comparisons and logic cannot fail.
bool is_inert_operator(const model::Expr& expr) {
    if (model::is_real(expr)) return true;
    return expr.kind == InertKind::unary ? expr.op == Op::logical_not || expr.op == Op::plus : expr.op >= Op::less;
}

bool is_inert_initialiser(Context& context, const model::Initialiser& initialiser) {
    if (initialiser.value != nullptr && !is_inert(context, *initialiser.value)) return false;
    return std::ranges::all_of(initialiser.items,
                               [&](const model::Initialiser& item) { return is_inert_initialiser(context, item); });
}

bool is_inert_local(Context& context, const model::Symbol& local) {
    if (local.type->kind != model::Type::Kind::real) return false;
    return !local.initialiser || is_inert_initialiser(context, *local.initialiser);
}

bool is_inert_statement(Context& context, const model::Statement& statement, bool may_return) {
    using Kind = model::Statement::Kind;
    const auto inner = [&](const model::Statement* s) { return is_inert_statement(context, *s, may_return); };
    const bool inert = statement.expression == nullptr || is_inert(context, *statement.expression);
    switch (statement.kind) {
        case Kind::block:
            return std::ranges::all_of(statement.locals,
                                       [&](const model::Symbol* s) { return is_inert_local(context, *s); }) &&
                   std::ranges::all_of(statement.statements, inner);
        case Kind::expression: return inert;
        case Kind::if_:
        case Kind::iterate: return inert && std::ranges::all_of(statement.statements, inner);
        case Kind::return_: return inert && may_return;
        default: return false;  // loops may not terminate, assertions may fail
    }
}

}  // namespace

bool is_inert(Context& context, const model::Expr& expr) {
    switch (expr.kind) {
        case InertKind::constant:
        case InertKind::real:
        case InertKind::symbol:
        case InertKind::rate: return true;
        case InertKind::assign:
        case InertKind::step: return model::is_real(expr) && all_inert(context, expr.operands);
        case InertKind::unary:
        case InertKind::binary: return is_inert_operator(expr) && all_inert(context, expr.operands);
        case InertKind::conditional: return all_inert(context, expr.operands);
        case InertKind::math: return (model::is_real(expr) || !expr.math->rounds) && all_inert(context, expr.operands);
        case InertKind::call:
            return expr.instance == nullptr && all_inert(context, expr.operands) && is_inert(context, *expr.function);
        case InertKind::unsupported: return expr.code == Code::real_numbers && all_inert(context, expr.operands);
        default: return false;
    }
}

bool is_inert(Context& context, const model::Statement& statement) {
    return is_inert_statement(context, statement, false);
}

bool is_inert(Context& context, const model::Function& function) {
    const bool untracked = function.result != nullptr && (function.result->kind == model::Type::Kind::real ||
                                                          function.result->kind == model::Type::Kind::void_);
    if (!untracked || function.body == nullptr) return false;
    // Integer arguments may be outside the range of their parameters.
    const auto real = [](const model::Symbol* p) { return p->type->kind == model::Type::Kind::real; };
    if (!std::ranges::all_of(function.parameters, real)) return false;
    const auto [known, is_new] = context.inert_functions.try_emplace(&function, false);
    if (is_new) known->second = is_inert_statement(context, *function.body, true);
    return known->second;
}

}  // namespace crowfly::compile
