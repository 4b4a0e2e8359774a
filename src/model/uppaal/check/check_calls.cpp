// Calls of functions, and arguments for parameters of functions and templates.
#include <fmt/format.h>

#include <algorithm>

#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;

std::string count(std::size_t number) { return number == 1 ? "1 argument" : fmt::format("{} arguments", number); }

bool right_number(Context& c, std::string_view callee, std::size_t wanted, std::size_t given, Span span) {
    if (wanted == given) return true;
    c.report(Code::wrong_arity, span,
             fmt::format("`{}` takes {}, but {} {} given", callee, count(wanted), given, given == 1 ? "is" : "are"));
    return false;
}

// A reference parameter denotes the variable itself: nothing is converted, and constants may not be passed where they
// could be changed.
const model::Expr* check_reference(Context& c, const model::Symbol& parameter, const model::Expr* value) {
    if (value->type == nullptr || parameter.type == nullptr) return nullptr;
    if (!is_designator(*value) && !parameter.is_const) {
        c.report(Code::bad_reference_argument, value->span,
                 fmt::format("parameter `{}` is a reference and needs a variable", parameter.name),
                 "pass a variable, or declare the parameter without `&`");
        return nullptr;
    }
    if (!same_type(*value->type, *parameter.type) &&
        !(parameter.is_const && is_integral(*value->type) && is_integral(*parameter.type))) {
        c.report(Code::type_mismatch, value->span,
                 fmt::format("parameter `{}` needs {}, not {}", parameter.name, describe(*parameter.type),
                             describe(*value->type)));
        return nullptr;
    }
    if (!parameter.is_const && is_constant(*value)) {
        c.report(Code::constant_assignment, value->span,
                 fmt::format("a constant cannot be passed to the reference parameter `{}`", parameter.name),
                 "declare the parameter `const`");
        return nullptr;
    }
    return value;
}

// What the callee writes is written here: directly, or through its reference parameters.
void note_effects_of_call(Context& c, const model::Function& function, const model::Expr& call) {
    const FunctionFacts& facts = c.functions[&function];
    if (facts.writes_outside) {
        c.note_effect(call.span, fmt::format("`{}` changes variables", function.name), "changes belong in updates");
        if (c.function != nullptr) c.functions[c.function].writes_outside = true;
    }
    const std::size_t first = call.operands.size() - function.parameters.size();
    for (std::size_t i = 0; i < facts.writes_parameter.size(); ++i) {
        if (facts.writes_parameter[i]) c.note_write(*call.operands[first + i], call.span);
    }
}

bool has_bad_signature(const model::Function& function) {
    return function.result == nullptr || std::any_of(function.parameters.begin(), function.parameters.end(),
                                                     [](const model::Symbol* p) { return p->type == nullptr; });
}

// `process`: the process whose function it is, in a query.
const model::Expr* check_function_call(Context& c, const Expr& e, const model::Function& function,
                                       ProcessReference process = {}) {
    auto& [instance, arguments] = process;
    const bool fits = check_arguments(c, {function.name, function.parameters, e.operands, 1, e.span}, arguments);
    if (function.body == nullptr && c.functions[&function].complete) {
        ++c.effects;
        return c.unsupported(Code::external_function, e.span, function.result,
                             fmt::format("`{}` is an external function, which is not supported", function.name));
    }
    if (!c.functions[&function].complete) {
        c.report(Code::recursion, e.span,
                 fmt::format("`{}` calls itself; functions must not be recursive", function.name), "use a loop");
        return c.bad(e.span);
    }
    if (!fits || has_bad_signature(function)) return c.bad(e.span);
    model::Expr* call = c.make(model::Expr::Kind::call, e.span, function.result, std::move(arguments));
    call->function = &function;
    call->instance = instance;
    note_effects_of_call(c, function, *call);
    return call;
}

// `P.f(1)` in a query.
const model::Expr* check_process_call(Context& c, const Expr& e) {
    const Expr& callee = *e.operands[0];
    auto process = check_process(c, *callee.operands[0]);
    if (!process) return c.bad(e.span);
    const Entity* entity = c.templates[process->instance->of].scope->find_here(callee.text);
    if (entity != nullptr && entity->kind == Entity::Kind::function)
        return check_function_call(c, e, *entity->function, std::move(*process));
    c.report(Code::not_callable, callee.span,
             fmt::format("`{}` has no function `{}`", process->instance->name, callee.text));
    return c.bad(e.span);
}

const model::Expr* check_absolute(Context& c, const Expr& e, const model::Expr* value) {
    if (is_integral(*value->type)) return c.make(model::Expr::Kind::absolute, e.span, c.integer_type, {value});
    return check_math_function(c, "abs", {value}, e.span);
}

const model::Expr* check_math_call(Context& c, const Expr& e, const Builtin& builtin) {
    std::vector<const model::Expr*> values;
    bool fits = right_number(c, builtin.name, builtin.arity, e.operands.size() - 1, e.span);
    for (std::size_t i = 1; i < e.operands.size(); ++i) {
        values.push_back(check_expression(c, *e.operands[i]));
        const model::Type* type = values.back()->type;
        if (type != nullptr && !is_numeric(*type)) {
            c.report(Code::type_mismatch, values.back()->span,
                     fmt::format("`{}` needs a number, not {}", builtin.name, describe(*type)));
            fits = false;
        }
        fits = fits && type != nullptr;
    }
    if (!fits) return c.bad(e.span);
    switch (builtin.kind) {
        case Builtin::Kind::absolute: return check_absolute(c, e, values[0]);
        default: return check_math_function(c, builtin.name, std::move(values), e.span);
    }
}

const model::Expr* not_a_function(Context& c, const Expr& e, const Entity* entity) {
    for (std::size_t i = 1; i < e.operands.size(); ++i) use_names(c, *e.operands[i]);
    const Expr& callee = *e.operands[0];
    if (entity == nullptr && (callee.text == "exit" || callee.text == "numOf"))
        return dynamic_process(c, callee.text, e.span);
    if (callee.kind != Expr::Kind::name) {
        c.report(Code::not_callable, callee.span, "only functions can be called, and this is none");
    } else if (entity == nullptr) {
        c.report(Code::unknown_name, callee.span,
                 fmt::format("there is no function {}`{}`", c.place.query ? "or process " : "", callee.text),
                 c.place.query
                     ? c.suggest(callee.text, {Entity::Kind::function, Entity::Kind::math, Entity::Kind::process})
                     : c.suggest(callee.text, {Entity::Kind::function, Entity::Kind::math}));
    } else if (entity->kind == Entity::Kind::process) {
        c.report(Code::not_callable, callee.span, fmt::format("`{}` is a process, not a function", callee.text),
                 c.place.query ? "name a location or variable of it, as in `P(0).x`"
                               : "only queries can look into processes");
    } else {
        c.report(Code::not_callable, callee.span, fmt::format("`{}` is not a function", callee.text));
    }
    return c.bad(e.span);
}

}  // namespace

bool check_arguments(Context& c, const Arguments& arguments, std::vector<const model::Expr*>& checked) {
    const auto& [callee, parameters, given, first, span] = arguments;
    bool fits = right_number(c, callee, parameters.size(), given.size() - first, span);
    for (std::size_t i = first; i < given.size(); ++i) {
        const model::Symbol* wanted = i - first < parameters.size() ? parameters[i - first] : nullptr;
        const bool channel = wanted != nullptr && wanted->type != nullptr && c.holds_channel(*wanted->type);
        const Within<bool> within(c.place.channel, channel);
        const model::Expr* value = check_expression(c, *given[i]);
        if (wanted != nullptr) {
            const model::Symbol& parameter = *wanted;
            value = parameter.by_reference ? check_reference(c, parameter, value) : fit(c, value, parameter.type);
        }
        fits = fits && value != nullptr;
        checked.push_back(value);
    }
    return fits;
}

const model::Expr* check_call(Context& c, const Expr& e) {
    const Expr& callee = *e.operands[0];
    if (callee.kind == Expr::Kind::field && names_process(c, *callee.operands[0])) return check_process_call(c, e);
    const Entity* entity = callee.kind == Expr::Kind::name ? c.use(callee.text) : nullptr;
    if (entity != nullptr && entity->kind == Entity::Kind::function)
        return check_function_call(c, e, *entity->function);
    if (entity != nullptr && entity->kind == Entity::Kind::math) return check_math_call(c, e, *entity->builtin);
    return not_a_function(c, e, entity);
}

}  // namespace crowfly::uppaal
