// Assignments: what may be assigned to, and which values fit.
#include <fmt/format.h>

#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;

bool is_assignable(Context& c, const model::Expr& target, Span span) {
    if (!is_designator(target)) {
        c.report(Code::not_assignable, target.span, "this is a value, not a variable, and cannot be assigned to");
        return false;
    }
    if (is_constant(target)) {
        const bool bound =
            target.kind == model::Expr::Kind::symbol && target.symbol->kind == model::Symbol::Kind::binder;
        c.report(Code::constant_assignment, span,
                 bound ? fmt::format("`{}` ranges over values and cannot be assigned to", target.symbol->name)
                       : "a constant cannot be changed",
                 bound ? "" : "remove `const` from its declaration");
        return false;
    }
    return true;
}

// The value for a clock: an integer, or the value of another clock.
const model::Expr* fit_clock(Context& c, const model::Expr* value) {
    if (is_integral(*value->type) || value->type->kind == Kind::clock) return value;
    if (mentions_clock(*value)) {
        return c.unsupported(Code::clock_read, value->span, c.clock_type,
                             "a clock can only be set to an integer or to the value of another clock");
    }
    if (const model::Expr* whole = as_whole_number(c, value)) return whole;
    const auto fraction = literal_value(*value);
    return c.unsupported(Code::non_integer_clock_term, value->span, c.clock_type,
                         fraction ? fmt::format("clocks can only be set to integers, and {} is none", *fraction)
                                  : "clocks can only be set to integers");
}

void report_misfit(Context& c, const model::Expr& value, const model::Type& type) {
    std::string hint;
    if (is_integral(type) && value.type->kind == Kind::real)
        hint = "`fint` makes an integer of a floating-point number";
    c.report(Code::type_mismatch, value.span,
             fmt::format("expected {}, found {}", describe(type), describe(*value.type)), std::move(hint));
}

// Its value would have to be known to be changed by an amount.
bool can_be_changed_by(Context& c, const model::Expr& target, Span span) {
    if (target.type->kind != Kind::clock) return true;
    c.report(Code::type_mismatch, span, "clocks can only be set with `=`");
    return false;
}

// Nothing that is checked may depend on a floating-point variable; what does is refused where it reads the variable.
void warn_untracked(Context& c, Span span) {
    c.warn_out_of_scope(span, "floating-point variables are not tracked",
                        "the assignment is left out; only queries that depend on its value are refused");
}

const model::Expr* check_compound(Context& c, const Expr& e, const model::Expr* target, const model::Expr* value) {
    if (target->type->kind == Kind::real && is_numeric(*value->type)) {
        warn_untracked(c, e.span);
    } else if (as_integral(c, target, c.integer_type) == nullptr || as_integral(c, value, c.integer_type) == nullptr)
        return c.bad(e.span);
    model::Expr* assign = c.make(model::Expr::Kind::assign, e.span, target->type, {target, value});
    assign->op = e.op;
    return assign;
}

}  // namespace

bool is_designator(const model::Expr& e) {
    switch (e.kind) {
        case model::Expr::Kind::symbol:
        case model::Expr::Kind::member: return true;
        case model::Expr::Kind::index:
        case model::Expr::Kind::field:
        case model::Expr::Kind::assign: return is_designator(*e.operands[0]);
        case model::Expr::Kind::step: return e.prefix && is_designator(*e.operands[0]);
        case model::Expr::Kind::conditional:
            // Both branches must be variables of one type, or the value of one would be converted.
            return is_designator(*e.operands[1]) && is_designator(*e.operands[2]) &&
                   same_type(*e.operands[1]->type, *e.operands[2]->type);
        default: return false;
    }
}

bool is_constant(const model::Expr& e) {
    switch (e.kind) {
        case model::Expr::Kind::symbol:
        case model::Expr::Kind::member: return e.symbol->is_const;
        case model::Expr::Kind::conditional: return is_constant(*e.operands[1]) || is_constant(*e.operands[2]);
        default: return !e.operands.empty() && is_constant(*e.operands[0]);
    }
}

const model::Expr* fit(Context& c, const model::Expr* value, const model::Type* type) {
    if (value->type == nullptr || type == nullptr) return nullptr;
    const model::Type& from = *value->type;
    if (is_numeric(from)) {
        if (is_integral(*type) && is_integral(from)) return value;
        if (type->kind == Kind::real) return value;
        if (type->kind == Kind::clock) return fit_clock(c, value);
        if (is_integral(*type) && mentions_clock(*value)) {
            return c.unsupported(Code::clock_read, value->span, type, "the value of a clock cannot be read here");
        }
    } else if (from.kind != Kind::void_ && from.kind != Kind::channel && same_type(from, *type)) {
        return value;
    }
    report_misfit(c, *value, *type);
    return nullptr;
}

const model::Expr* check_assign(Context& c, const Expr& e) {
    if (const model::Expr* charge = check_charge(c, e)) return charge;
    const model::Expr* target = check_expression(c, *e.operands[0]);
    const model::Expr* value = check_expression(c, *e.operands[1]);
    if (target->type == nullptr || value->type == nullptr) return c.bad(e.span);
    if (e.op == Op::assign && !c.place.pure.empty() && (!is_designator(*target) || is_constant(*target))) {
        c.note_effect(e.span, "this assigns", "to compare, write `==`");
        return c.bad(e.span);
    }
    if (!is_assignable(c, *target, e.span)) return c.bad(e.span);
    c.note_write(*target, e.span);
    if (e.op != Op::assign)
        return can_be_changed_by(c, *target, e.span) ? check_compound(c, e, target, value) : c.bad(e.span);
    const model::Expr* fitted = fit(c, value, target->type);
    if (fitted == nullptr) return c.bad(e.span);
    if (innermost(*target->type).kind == Kind::real) {
        warn_untracked(c, e.span);
    } else if (is_inexact(*target->type)) {
        return c.unsupported_value(e.span, target->type, target->type);
    }
    model::Expr* assign = c.make(model::Expr::Kind::assign, e.span, target->type, {target, fitted});
    assign->op = Op::assign;
    return assign;
}

const model::Expr* check_step(Context& c, const Expr& e) {
    if (const model::Expr* charge = check_charge(c, e)) return charge;
    const model::Expr* target = check_expression(c, *e.operands[0]);
    if (target->type == nullptr || !is_assignable(c, *target, e.span)) return c.bad(e.span);
    c.note_write(*target, e.span);
    if (!can_be_changed_by(c, *target, e.span)) return c.bad(e.span);
    if (target->type->kind == Kind::real) {
        warn_untracked(c, e.span);
    } else if (as_integral(c, target, c.integer_type) == nullptr) {
        return c.bad(e.span);
    }
    model::Expr* step = c.make(model::Expr::Kind::step, e.span, target->type, {target});
    step->op = e.op;
    step->prefix = e.prefix;
    return step;
}

}  // namespace crowfly::uppaal
