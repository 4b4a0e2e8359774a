// Makes the names of a model of another language available to queries: variables, processes and locations. UPPAAL's
// names have no dots, so `a.b` becomes `a_b`, unless that name exists.
#include <algorithm>

#include "model/uppaal/check/checking.hpp"

namespace crowfly::uppaal {

namespace {

std::string without_dots(std::string name) {
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

// Names without dots first, so that they keep their names.
template <class Declare>
void declare_all(std::size_t count, const Declare& declare) {
    for (const bool dotted : {false, true}) {
        for (std::size_t i = 0; i < count; ++i) declare(i, dotted);
    }
}

bool has_dot(const std::string& name) { return name.find('.') != std::string::npos; }

void adopt_variables(Context& c) {
    const auto& variables = c.model.variables;
    declare_all(variables.size(), [&](std::size_t i, bool dotted) {
        if (has_dot(variables[i]->name) != dotted) return;
        Entity entity;
        entity.kind = Entity::Kind::variable;
        entity.symbol = variables[i];
        entity.span = variables[i]->span;
        c.global_scope.declare(without_dots(variables[i]->name), entity);
    });
}

void adopt_processes(Context& c) {
    const auto& system = c.model.system;
    declare_all(system.size(), [&](std::size_t i, bool dotted) {
        const model::Instance& instance = *system[i].instance;
        if (has_dot(instance.name) != dotted) return;
        Entity entity;
        entity.kind = Entity::Kind::process;
        entity.instance = &instance;
        entity.span = instance.span;
        c.system_scope.declare(without_dots(instance.name), entity);
        c.running.insert(&instance);
    });
}

void adopt_locations(Context& c, const model::Template& of) {
    TemplateFacts& facts = c.templates[&of];
    facts.scope = std::make_unique<Scope>(Scope::Level::process, &c.global_scope);
    declare_all(of.locations.size(), [&](std::size_t i, bool dotted) {
        const std::string& name = of.locations[i].name;
        if (has_dot(name) == dotted) facts.locations.try_emplace(without_dots(name), static_cast<std::uint32_t>(i));
    });
}

}  // namespace

void adopt(Context& c) {
    adopt_variables(c);
    adopt_processes(c);
    for (const model::Template* of : c.model.templates) adopt_locations(c, *of);
}

}  // namespace crowfly::uppaal
