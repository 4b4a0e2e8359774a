// The system section: instantiations of templates, the system line, progress measures.
#include <fmt/format.h>

#include <algorithm>

#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;

// The process or template of that name; reports if there is none.
const Entity* find_process(Context& c, const std::string& name, Span span) {
    const Entity* entity = c.use(name);
    if (entity != nullptr && entity->kind == Entity::Kind::process) return entity;
    const auto& scenarios = c.document.scenarios;  // ignored, with their instances
    if (std::find(scenarios.begin(), scenarios.end(), name) != scenarios.end()) return nullptr;
    c.report(Code::not_a_process, span,
             entity == nullptr ? fmt::format("there is no template or process `{}`", name)
                               : fmt::format("`{}` is not a template or process", name),
             c.suggest(name, {Entity::Kind::process}));
    return nullptr;
}

void declare_instance(Context& c, const Instantiation& written, const model::Instance* instance) {
    Entity entity;
    entity.kind = Entity::Kind::process;
    entity.instance = instance;
    entity.span = written.span;
    entity.matters_unused = true;
    c.declare(written.name, entity);
}

void check_instantiation(Context& c, const Instantiation& written) {
    c.element_told = false;
    const Entity* base = find_process(c, written.base, written.base_span);
    model::Instance made;
    made.name = written.name;
    made.span = written.span;
    Scope inner(Scope::Level::process, c.scope);
    {
        const Within<Scope*> scope(c.scope, &inner);
        const Within<Place> place(c.place, Place{.pure = "an argument of a template"});
        made.parameters = check_parameters(c, written.parameters, ParametersOf::process);
        if (base == nullptr || base->instance == nullptr) {
            for (const ExprPtr& argument : written.arguments) use_names(c, *argument);
        } else {
            made.base = base->instance;
            made.of = base->instance->of;
            check_arguments(c, {written.base, base->instance->parameters, written.arguments, 0, written.span},
                            made.arguments);
        }
    }
    const model::Instance* known = made.base == nullptr ? nullptr : c.model.make(std::move(made));
    if (known != nullptr) c.model.instances.push_back(known);
    declare_instance(c, written, known);
}

bool can_be_free(const model::Symbol& parameter) {
    const model::Type& type = *parameter.type;
    const bool bounded = type.kind == Kind::integer && type.upper != nullptr;
    return !parameter.by_reference && (bounded || type.kind == Kind::scalar);
}

void check_free_parameters(Context& c, const SystemEntry& entry, const model::Instance& instance) {
    for (const model::Symbol* parameter : instance.parameters) {
        if (parameter->type == nullptr || can_be_free(*parameter)) continue;
        c.report(
            Code::free_parameter, entry.span,
            fmt::format("parameter `{}` of `{}` has no value, and {} cannot range over all values", parameter->name,
                        entry.name, parameter->by_reference ? "a reference" : describe(*parameter->type)),
            fmt::format("instantiate it: `P = {}(…);`, or give the parameter a bounded range", entry.name));
    }
}

void check_system_line(Context& c) {
    const Document& document = c.document;
    if (!document.has_system_line) {
        c.system_has_mistakes = true;
        c.report(Code::missing_system, document.system_span, "the model has no system line",
                 "add `system P, Q;` with the processes to run");
        return;
    }
    if (document.entries.empty()) {
        c.report(Code::no_processes, document.system_span, "the system has no processes",
                 "name at least one template or process");
    }
    std::unordered_map<std::string, Span> named;
    for (const SystemEntry& entry : document.entries) {
        const auto [first, added] = named.try_emplace(entry.name, entry.span);
        if (!added) {
            c.report(Code::duplicate_name, entry.span,
                     fmt::format("`{}` is already on the system line{}", entry.name, c.on_line(first->second)),
                     fmt::format("for a second process, instantiate the template under another name: `P2 = {}(…);`",
                                 entry.name));
            continue;
        }
        const Entity* process = find_process(c, entry.name, entry.span);
        if (process == nullptr || process->instance == nullptr) {
            c.system_has_mistakes = true;
            continue;
        }
        check_free_parameters(c, entry, *process->instance);
        c.model.system.push_back({process->instance, entry.priority, entry.span});
        c.running.insert(process->instance);
    }
}

void check_progress(Context& c) {
    const Within<Place> within(c.place, Place{.pure = "a progress measure"});
    for (const ProgressMeasure& written : c.document.progress) {
        c.element_told = false;
        model::ProgressMeasure made;
        if (written.guard != nullptr) made.guard = check_condition(c, *written.guard);
        if (written.measure != nullptr) made.measure = check_integer(c, *written.measure);
        c.model.progress.push_back(made);
    }
}

void report_unused_templates(Context& c) {
    for (const Template& t : c.document.templates) {
        const Entity* entity = c.system_scope.find_here(t.name);
        if (entity == nullptr || entity->used || c.dynamic_templates.contains(t.name)) continue;
        c.report(Code::unused_template, t.span, fmt::format("template `{}` is never instantiated", t.name),
                 "add it to the system line, or remove it");
    }
}

}  // namespace

void check_system(Context& c) {
    const Within<Scope*> scope(c.scope, &c.system_scope);
    check_declarations(
        c, c.document.system.declarations,
        Destination{.variables = &c.model.variables, .functions = &c.model.functions, .is_global = true});
    for (const Instantiation& instantiation : c.document.instantiations) check_instantiation(c, instantiation);
    check_system_line(c);
    check_progress(c);
    report_unused_templates(c);
    c.report_unused(c.system_scope);
}

}  // namespace crowfly::uppaal
