// Expressions: names, parts of arrays and structs, conditionals, quantifiers. Operators, assignments and calls have
// files of their own.
#include <fmt/format.h>

#include <algorithm>

#include "base/alarm.hpp"
#include "model/math.hpp"
#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;

// Templates and processes are declared after the templates that are checked.
bool is_process_of(const Document& document, const std::string& name) {
    const auto has_name = [&](const auto& part) { return part.name == name; };
    return std::ranges::any_of(document.templates, has_name) || std::ranges::any_of(document.instantiations, has_name);
}

const model::Expr* unknown_name(Context& c, const Expr& e) {
    if (c.inside != nullptr && c.inside->locations.contains(e.text)) {
        c.report(Code::unknown_name, e.span, fmt::format("`{}` is a location, not a variable", e.text),
                 "only queries can ask where a process is");
        return c.bad(e.span);
    }
    if (!c.place.query && is_process_of(c.document, e.text)) {
        c.report(Code::unknown_name, e.span, fmt::format("`{}` is a process, not a variable", e.text),
                 "only queries can ask where a process is; share a variable that its edges set");
        return c.bad(e.span);
    }
    if (c.place.channel) {
        c.report(Code::unknown_name, e.span, fmt::format("there is no channel `{}` here", e.text),
                 c.suggest_channel(e.text));
    } else if (c.place.query) {
        const std::string similar =
            c.suggest(e.text, {Entity::Kind::variable, Entity::Kind::number, Entity::Kind::process});
        c.report(Code::unknown_name, e.span, fmt::format("there is no process, variable or constant `{}`", e.text),
                 similar.empty() ? did_you_mean(e.text, {"deadlock"}) : similar);
    } else {
        c.report(Code::unknown_name, e.span, fmt::format("there is no variable or constant `{}` here", e.text),
                 c.suggest(e.text, {Entity::Kind::variable, Entity::Kind::number}));
    }
    return c.bad(e.span);
}

// An example that is true of the process.
std::string hint_at_members(const Entity& process, const std::string& name) {
    const bool is_known = process.instance != nullptr && !process.instance->of->locations.empty();
    const std::string member = is_known ? process.instance->of->locations.back().name : "x";
    const bool has_parameters = process.instance != nullptr && !process.instance->parameters.empty();
    return fmt::format("name a location or variable of it, as in `{}{}.{}`", name, has_parameters ? "(0)" : "", member);
}

const model::Expr* misused_name(Context& c, const Expr& e, const Entity& entity) {
    switch (entity.kind) {
        case Entity::Kind::type:
            c.report(Code::type_mismatch, e.span, fmt::format("`{}` is a type, not a value", e.text));
            break;
        case Entity::Kind::process:
            c.report(Code::type_mismatch, e.span, fmt::format("`{}` is a process, not a value", e.text),
                     c.place.query ? hint_at_members(entity, e.text) : "only queries can look into processes");
            break;
        default:
            c.report(Code::type_mismatch, e.span, fmt::format("`{}` is a function, not a value", e.text),
                     fmt::format("call it: `{}()`", e.text));
    }
    return c.bad(e.span);
}

const model::Expr* check_name(Context& c, const Expr& e) {
    const Entity* entity = c.use(e.text);
    if (entity == nullptr) entity = implied_cost(c, e);
    if (entity == nullptr) return unknown_name(c, e);
    if (entity->kind == Entity::Kind::number) {
        if (entity->builtin->kind == Builtin::Kind::real_constant)
            return c.make_real(model::math_constant(entity->builtin->name).value_or(0), e.span);
        return c.make_constant(entity->builtin->value, e.span, c.integer_type);
    }
    if (entity->kind != Entity::Kind::variable) return misused_name(c, e, *entity);
    if (!note_cost(c, *entity->symbol, e.span)) return c.bad(e.span);
    if (const model::Expr* known = check_real_name(c, *entity->symbol, e.span)) return known;
    model::Expr* symbol = c.make(model::Expr::Kind::symbol, e.span, entity->symbol->type);
    symbol->symbol = entity->symbol;
    return symbol;
}

const model::Expr* check_index(Context& c, const Expr& e) {
    const model::Expr* array = check_expression(c, *e.operands[0]);
    const Within<bool> of_channels(c.place.channel, false);
    const model::Expr* index = check_expression(c, *e.operands[1]);
    if (array->type == nullptr || index->type == nullptr) return c.bad(e.span);
    if (array->type->kind != Kind::array) {
        c.report(Code::not_indexable, array->span, fmt::format("this is {}, not an array", describe(*array->type)));
        return c.bad(e.span);
    }
    const model::Type& wanted = *array->type->index;
    if (wanted.kind != Kind::scalar) {
        index = as_integral(c, index, c.integer_type);
        if (index == nullptr) return c.bad(e.span);
    } else if (!same_type(wanted, *index->type)) {
        c.report(Code::type_mismatch, index->span,
                 fmt::format("this array is indexed by {}, not by {}", describe(wanted), describe(*index->type)));
        return c.bad(e.span);
    }
    return c.make(model::Expr::Kind::index, e.span, array->type->element, {array, index});
}

const model::Expr* check_field(Context& c, const Expr& e) {
    if (names_process(c, *e.operands[0])) return check_process_member(c, e);
    const model::Expr* record = check_expression(c, *e.operands[0]);
    if (record->type == nullptr) return c.bad(e.span);
    if (record->type->kind != Kind::record) {
        c.report(Code::no_such_member, e.span,
                 fmt::format("`.{}` needs a struct, but this is {}", e.text, describe(*record->type)));
        return c.bad(e.span);
    }
    const auto number = c.find_field(*record->type, e.text);
    if (!number) {
        c.report_unknown_field(*record->type, e.text, e.span);
        return c.bad(e.span);
    }
    model::Expr* field = c.make(model::Expr::Kind::field, e.span, record->type->fields[*number].type, {record});
    field->number = *number;
    return field;
}

// The common type of the two branches; null if there is none.
const model::Type* merge(const Context& c, const model::Type& a, const model::Type& b) {
    if (is_integral(a) && is_integral(b)) return a.kind == b.kind ? &a : c.integer_type;
    // Which clock is meant depends on the state: the expression is its value, which is not supported.
    if (is_numeric(a) && is_numeric(b)) return c.real_type;
    return same_type(a, b) ? &a : nullptr;
}

const model::Expr* check_conditional(Context& c, const Expr& e) {
    const model::Expr* condition = check_condition(c, *e.operands[0]);
    const model::Expr* then = check_expression(c, *e.operands[1]);
    const model::Expr* otherwise = check_expression(c, *e.operands[2]);
    if (condition == nullptr || then->type == nullptr || otherwise->type == nullptr) return c.bad(e.span);
    const model::Type* type = merge(c, *then->type, *otherwise->type);
    if (type == nullptr) {
        c.report(Code::type_mismatch, e.span,
                 fmt::format("the branches of `?:` do not fit together: {} and {}", describe(*then->type),
                             describe(*otherwise->type)));
        return c.bad(e.span);
    }
    return c.make(model::Expr::Kind::conditional, e.span, type, {condition, then, otherwise});
}

std::string_view name_of(Quantifier quantifier) {
    switch (quantifier) {
        case Quantifier::forall: return "`forall`";
        case Quantifier::exists: return "`exists`";
        case Quantifier::sum: break;
    }
    return "`sum`";
}

const model::Expr* check_quantifier(Context& c, const Expr& e) {
    Scope inner(Scope::Level::binder, c.scope);
    const Within<Scope*> scope(c.scope, &inner);
    const model::Symbol* binder = check_binder(c, e.text, e.span, *e.type, name_of(e.quantifier));
    Place place = c.place;
    if (place.pure.empty()) place.pure = "a quantifier";
    const Within<Place> within(c.place, place);
    const bool is_sum = e.quantifier == Quantifier::sum;
    const model::Expr* body = is_sum ? check_expression(c, *e.operands[0]) : check_condition(c, *e.operands[0]);
    if (body == nullptr || body->type == nullptr || binder->type == nullptr) return c.bad(e.span);
    const model::Type* type = is_sum ? c.integer_type : c.boolean_type;
    if (is_sum && is_numeric(*body->type) && !is_integral(*body->type)) {
        type = c.real_type;
    } else if (is_sum && as_integral(c, body, c.integer_type) == nullptr) {
        return c.bad(e.span);
    }
    model::Expr* quantifier = c.make(model::Expr::Kind::quantifier, e.span, type, {body});
    quantifier->quantifier = e.quantifier;
    quantifier->symbol = binder;
    return quantifier;
}

const model::Expr* check_rate(Context& c, const Expr& e) {
    const model::Expr* clock = check_expression(c, *e.operands[0]);
    if (clock->type == nullptr) return c.bad(e.span);
    if (clock->type->kind != Kind::clock) {
        c.report(Code::type_mismatch, e.span,
                 fmt::format("only clocks have a rate, but this is {}", describe(*clock->type)));
        return c.bad(e.span);
    }
    return c.make(model::Expr::Kind::rate, e.span, c.real_type, {clock});
}

const model::Expr* check_deadlock(Context& c, const Expr& e) {
    if (c.place.query) return c.make(model::Expr::Kind::deadlock, e.span, c.boolean_type);
    c.report(Code::deadlock_misplaced, e.span, "`deadlock` has a meaning only in queries");
    return c.bad(e.span);
}

const model::Expr* check_dynamic(Context& c, const Expr& e) {
    for (const ExprPtr& operand : e.operands) use_names(c, *operand);
    return dynamic_process(c, e.text, e.span);
}

const model::Expr* check_sequence(Context& c, const Expr& e) {
    for (const ExprPtr& part : e.operands) check_expression(c, *part);
    c.report(Code::type_mismatch, e.span, "a list of expressions cannot stand here", "write one expression");
    return c.bad(e.span);
}

}  // namespace

const model::Expr* check_expression(Context& c, const Expr& e) {
    poll();
    switch (e.kind) {
        case Expr::Kind::integer: return c.make_constant(e.value, e.span, c.integer_type);
        case Expr::Kind::boolean: return c.make_constant(e.value, e.span, c.boolean_type);
        case Expr::Kind::real: return c.make_real(e.real, e.span);
        case Expr::Kind::string: return c.make_constant(c.number_of_string(e.text), e.span, c.string_type);
        case Expr::Kind::name: return check_name(c, e);
        case Expr::Kind::index: return check_index(c, e);
        case Expr::Kind::field: return check_field(c, e);
        case Expr::Kind::call: return check_call(c, e);
        case Expr::Kind::unary: return check_unary(c, e);
        case Expr::Kind::binary: return check_binary(c, e);
        case Expr::Kind::assign: return check_assign(c, e);
        case Expr::Kind::step: return check_step(c, e);
        case Expr::Kind::conditional: return check_conditional(c, e);
        case Expr::Kind::quantifier: return check_quantifier(c, e);
        case Expr::Kind::rate: return check_rate(c, e);
        case Expr::Kind::deadlock: return check_deadlock(c, e);
        case Expr::Kind::sequence: return check_sequence(c, e);
        case Expr::Kind::unsupported: return check_dynamic(c, e);
    }
    return c.bad(e.span);
}

const model::Expr* dynamic_process(Context& c, const std::string& word, Span span) {
    ++c.effects;
    return c.unsupported(Code::dynamic_templates, span, c.integer_type,
                         fmt::format("`{}` belongs to dynamic templates, which are not supported", word));
}

bool mentions_clock(const model::Expr& e) {
    if (e.type != nullptr && e.type->kind == Kind::clock) return true;
    return std::any_of(e.operands.begin(), e.operands.end(),
                       [](const model::Expr* operand) { return mentions_clock(*operand); });
}

const model::Expr* as_integral(Context& c, const model::Expr* value, const model::Type* type) {
    if (value->type == nullptr) return nullptr;
    if (is_integral(*value->type)) return value;
    if (type->kind == Kind::integer && is_numeric(*value->type) && mentions_clock(*value)) {
        return c.unsupported(Code::clock_read, value->span, type, "the value of a clock cannot be read here");
    }
    c.report(Code::type_mismatch, value->span,
             fmt::format("expected {}, found {}", describe(*type), describe(*value->type)),
             value->type->kind == Kind::real ? "`fint` makes an integer of a floating-point number" : "");
    return nullptr;
}

const model::Expr* check_condition(Context& c, const Expr& e) {
    return as_integral(c, check_expression(c, e), c.boolean_type);
}

const model::Expr* check_integer(Context& c, const Expr& e) {
    return as_integral(c, check_expression(c, e), c.integer_type);
}

void use_names(Context& c, const Expr& e) {
    if (e.kind == Expr::Kind::name) c.use(e.text);
    for (const ExprPtr& operand : e.operands) use_names(c, *operand);
}

}  // namespace crowfly::uppaal
