// Functions and their statements. A function is declared before its body is checked, so that recursion is found; its
// writes are recorded, so that calls know whether it has side effects.
#include <fmt/format.h>

#include <algorithm>

#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;
using StatementKind = model::Statement::Kind;

const model::Statement* check_statement(Context& c, const Statement& s);

model::Statement statement(StatementKind kind, const Statement& s) {
    model::Statement made;
    made.kind = kind;
    made.span = s.span;
    return made;
}

void check_body(Context& c, const Statement& s, model::Statement& into) {
    for (const StatementPtr& inner : s.statements) {
        if (inner != nullptr) into.statements.push_back(check_statement(c, *inner));
    }
}

const model::Statement* check_block(Context& c, const Statement& s) {
    Scope block(Scope::Level::function, c.scope);
    const Within<Scope*> scope(c.scope, &block);
    model::Statement made = statement(StatementKind::block, s);
    check_declarations(c, s.declarations, Destination{.variables = &made.locals});
    check_body(c, s, made);
    c.report_unused(block);
    return c.model.make(std::move(made));
}

const model::Expr* check_effect(Context& c, const Expr& e) {
    const std::uint64_t before = c.effects;
    const model::Expr* made = check_expression(c, e);
    warn_if_without_effect(c, before, *made);
    return made;
}

const model::Expr* check_statement_condition(Context& c, const Statement& s, std::size_t which) {
    return s.expressions.size() <= which || s.expressions[which] == nullptr ? nullptr
                                                                            : check_condition(c, *s.expressions[which]);
}

// One expression or a comma-separated list of them, in the head of a `for`.
std::vector<const model::Expr*> check_head(Context& c, const Statement& s, std::size_t which) {
    std::vector<const model::Expr*> made;
    if (s.expressions.size() <= which || s.expressions[which] == nullptr) return made;
    const Expr& head = *s.expressions[which];
    if (head.kind != Expr::Kind::sequence) return {check_effect(c, head)};
    for (const ExprPtr& part : head.operands) made.push_back(check_effect(c, *part));
    return made;
}

const model::Statement* check_conditional(Context& c, const Statement& s, StatementKind kind) {
    model::Statement made = statement(kind, s);
    made.expression = check_statement_condition(c, s, 0);
    check_body(c, s, made);
    return c.model.make(std::move(made));
}

const model::Statement* check_for(Context& c, const Statement& s) {
    model::Statement made = statement(StatementKind::for_, s);
    made.first = check_head(c, s, 0);
    made.expression = check_statement_condition(c, s, 1);
    made.step = check_head(c, s, 2);
    check_body(c, s, made);
    return c.model.make(std::move(made));
}

const model::Statement* check_iteration(Context& c, const Statement& s) {
    Scope inner(Scope::Level::binder, c.scope);
    const Within<Scope*> scope(c.scope, &inner);
    model::Statement made = statement(StatementKind::iterate, s);
    made.binder = check_binder(c, s.name, s.name_span, *s.type, "a loop");
    check_body(c, s, made);
    return c.model.make(std::move(made));
}

const model::Statement* check_return(Context& c, const Statement& s) {
    c.returns = true;
    model::Statement made = statement(StatementKind::return_, s);
    const model::Type* result = c.function->result;
    const bool gives = !s.expressions.empty() && s.expressions[0] != nullptr;
    const model::Expr* value = gives ? check_expression(c, *s.expressions[0]) : nullptr;
    if (result == nullptr) return c.model.make(std::move(made));
    if (gives && result->kind == Kind::void_) {
        c.report(Code::type_mismatch, s.expressions[0]->span,
                 fmt::format("`{}` is a `void` function and returns no value", c.function->name),
                 "write `return;`, or give the function a result type");
    } else if (!gives && result->kind != Kind::void_) {
        c.report(Code::type_mismatch, s.span, fmt::format("`{}` must return {}", c.function->name, describe(*result)));
    } else if (gives) {
        made.expression = fit(c, value, result);
    }
    return c.model.make(std::move(made));
}

const model::Statement* check_statement(Context& c, const Statement& s) {
    switch (s.kind) {
        case Statement::Kind::block: return check_block(c, s);
        case Statement::Kind::if_: return check_conditional(c, s, StatementKind::if_);
        case Statement::Kind::while_: return check_conditional(c, s, StatementKind::while_);
        case Statement::Kind::do_while: return check_conditional(c, s, StatementKind::do_while);
        case Statement::Kind::assert_: return check_conditional(c, s, StatementKind::assert_);
        case Statement::Kind::for_: return check_for(c, s);
        case Statement::Kind::iterate: return check_iteration(c, s);
        case Statement::Kind::return_: return check_return(c, s);
        case Statement::Kind::empty: break;
        case Statement::Kind::expression: {
            model::Statement made = statement(StatementKind::expression, s);
            made.expression = check_effect(c, *s.expressions[0]);
            return c.model.make(std::move(made));
        }
    }
    return c.model.make(statement(StatementKind::block, s));
}

const model::Type* check_result(Context& c, const Function& function) {
    const model::Type* type = check_type(c, *function.result);
    if (type == nullptr) return nullptr;
    const bool storable = type->kind != Kind::array && type->kind != Kind::clock && !c.holds_channel(*type);
    if (storable) return type;
    c.report(Code::bad_declaration, function.result->span, fmt::format("a function cannot return {}", describe(*type)),
             type->kind == Kind::array ? "pass the array as a reference parameter, or wrap it in a struct" : "");
    return nullptr;
}

// Declares the function; its parameters are declared in the innermost scope, which is the function's own.
model::Function* begin_function(Context& c, const Function& function, Scope& inner) {
    model::Function made;
    made.name = function.name;
    made.span = function.span;
    made.result = check_result(c, function);
    model::Function* known = c.model.make(std::move(made));
    Entity entity;
    entity.kind = Entity::Kind::function;
    entity.function = known;
    entity.span = function.span;
    entity.matters_unused = true;
    c.declare(function.name, entity);
    const Within<Scope*> scope(c.scope, &inner);
    known->parameters = check_parameters(c, function.parameters, ParametersOf::function);
    c.functions[known].writes_parameter.resize(known->parameters.size());
    return known;
}

}  // namespace

void warn_if_without_effect(Context& c, std::uint64_t effects_before, const model::Expr& e) {
    if (c.effects != effects_before || e.type == nullptr) return;
    c.report(Code::no_effect, e.span, "this has no effect",
             e.kind == model::Expr::Kind::binary && e.op == Op::equal ? "to assign, write `=`" : "");
}

const model::Function* check_function(Context& c, const Function& function) {
    c.element_told = false;
    Scope inner(Scope::Level::function, c.scope);
    model::Function* known = begin_function(c, function, inner);
    const Within<Scope*> scope(c.scope, &inner);
    const Within<Place> place(c.place, Place{});
    const Within<model::Function*> in_function(c.function, known);
    c.returns = false;
    const model::Statement* body = function.body == nullptr ? nullptr : check_statement(c, *function.body);
    if (!c.returns && known->result != nullptr && known->result->kind != Kind::void_) {
        c.report(Code::missing_return, function.span,
                 fmt::format("`{}` never returns {}", function.name, describe(*known->result)),
                 "add a `return`, or make it a `void` function");
    }
    known->body = body;
    FunctionFacts& facts = c.functions[known];
    facts.complete = true;
    known->has_side_effects =
        facts.writes_outside ||
        std::find(facts.writes_parameter.begin(), facts.writes_parameter.end(), true) != facts.writes_parameter.end();
    return known;
}

const model::Function* check_external_function(Context& c, const Function& function) {
    Scope inner(Scope::Level::function, c.scope);
    model::Function* known = begin_function(c, function, inner);
    c.functions[known].complete = true;
    known->has_side_effects = true;
    return known;
}

}  // namespace crowfly::uppaal
