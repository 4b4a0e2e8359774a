// Declarations: variables with their initialisers, typedefs, functions, channel priorities, global updates.
#include <fmt/format.h>

#include <utility>

#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/initialisers.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;

bool is_legal_variable(Context& c, const Declarator& declarator, const model::Type& type) {
    const Kind kind = innermost(type).kind;
    std::string problem;
    if (kind == Kind::void_) {
        problem = fmt::format("variable `{}` cannot be `void`", declarator.name);
    } else if (c.function != nullptr && (kind == Kind::clock || c.holds_channel(type))) {
        problem =
            fmt::format("{} cannot be declared in a function, as `{}` is", describe(innermost(type)), declarator.name);
    }
    if (problem.empty()) return true;
    c.report(Code::bad_declaration, declarator.span, problem);
    return false;
}

void check_initial_value(Context& c, const Declarator& declarator, model::Symbol& symbol) {
    if (!declarator.initialiser) {
        if (symbol.is_const && symbol.type != nullptr) {
            c.report(Code::missing_initialiser, declarator.span,
                     fmt::format("constant `{}` has no value", declarator.name),
                     fmt::format("write `{} = …`", declarator.name));
        }
        return;
    }
    // A local variable of a function may have any initial value; others must have a constant one.
    const bool may_compute = c.function != nullptr && !symbol.is_const;
    const Within<Place> within(c.place, may_compute ? Place{} : Place{.pure = "an initialiser"});
    symbol.initialiser = check_initialiser(c, *declarator.initialiser, symbol.type);
}

void check_variable(Context& c, const Declaration& declaration, const Declarator& declarator, const model::Type* base,
                    const Destination& to) {
    const model::Type* type = check_dimensions(c, base, declarator.dimensions);
    if (type != nullptr && !is_legal_variable(c, declarator, *type)) type = nullptr;
    model::Symbol symbol;
    symbol.kind = model::Symbol::Kind::variable;
    symbol.scope = c.symbol_scope();
    symbol.name = declarator.name;
    symbol.type = type;
    symbol.is_const = declaration.type->is_const || (type != nullptr && type->is_const);
    symbol.is_meta = declaration.type->is_meta || (type != nullptr && type->is_meta);
    symbol.span = declarator.span;
    check_initial_value(c, declarator, symbol);
    const model::Symbol* made = c.model.make(std::move(symbol));
    to.variables->push_back(made);
    c.declare_symbol(*made);
}

void check_variables(Context& c, const Declaration& declaration, const Destination& to) {
    if (c.function == nullptr) c.element_told = false;
    const model::Type* base = check_type(c, *declaration.type);
    for (const Declarator& declarator : declaration.declarators) check_variable(c, declaration, declarator, base, to);
}

void check_type_definition(Context& c, const Declaration& declaration) {
    for (const Declarator& declarator : declaration.declarators) {
        const model::Type* type = check_type(c, *declaration.type, declarator.name);
        if (type != nullptr) type = check_dimensions(c, type, declarator.dimensions);
        Entity entity;
        entity.kind = Entity::Kind::type;
        entity.type = type;
        entity.span = declarator.span;
        entity.matters_unused = true;
        c.declare(declarator.name, entity);
    }
}

void check_functions(Context& c, const Declaration& declaration, const Destination& to) {
    for (const Function& function : declaration.functions) {
        if (to.functions == nullptr) {
            c.report(Code::bad_declaration, function.span,
                     fmt::format("function `{}` cannot be declared inside another", function.name));
            continue;
        }
        const bool external = declaration.kind == Declaration::Kind::external;
        to.functions->push_back(external ? check_external_function(c, function) : check_function(c, function));
    }
}

void check_channel_priority(Context& c, const ChannelPriority& priority) {
    const Within<Place> within(c.place, Place{.pure = "a priority declaration", .channel = true});
    bool has_default = false;
    for (const ChannelPriority::Entry& entry : priority.entries) {
        model::ChannelPriority checked{nullptr, entry.level, entry.span};
        if (entry.channel != nullptr) {
            checked.channel = check_expression(c, *entry.channel);
            const model::Type* type = checked.channel->type;
            if (type != nullptr && innermost(*type).kind != Kind::channel) {
                c.report(Code::bad_priority, entry.span,
                         fmt::format("only channels have a priority, but this is {}", describe(*type)));
            }
        } else if (std::exchange(has_default, true)) {
            c.report(Code::bad_priority, entry.span, "`default` has a priority already");
        }
        c.model.channel_priorities.push_back(checked);
    }
}

void check_global_updates(Context& c, const std::vector<ExprPtr>& expressions, std::vector<const model::Expr*>& to) {
    c.element_told = false;
    for (const ExprPtr& e : expressions) {
        const std::uint64_t before = c.effects;
        const model::Expr* update = check_expression(c, *e);
        warn_if_without_effect(c, before, *update);
        to.push_back(update);
    }
}

// Declarations that make sense once per model.
void check_global_declaration(Context& c, const Declaration& declaration) {
    switch (declaration.kind) {
        case Declaration::Kind::channel_priority:
            if (!c.model.channel_priorities.empty()) {
                c.report(Code::bad_priority, declaration.span, "there is a priority declaration already",
                         "join the two into one");
                return;
            }
            return check_channel_priority(c, declaration.priority);
        case Declaration::Kind::before_update:
            return check_global_updates(c, declaration.expressions, c.model.before_update);
        case Declaration::Kind::after_update:
            return check_global_updates(c, declaration.expressions, c.model.after_update);
        case Declaration::Kind::dynamic_template: c.dynamic_templates.insert(declaration.text); return;
        default: return;
    }
}

}  // namespace

void check_declarations(Context& c, const std::vector<Declaration>& declarations, const Destination& to) {
    for (const Declaration& declaration : declarations) {
        switch (declaration.kind) {
            case Declaration::Kind::variables: check_variables(c, declaration, to); break;
            case Declaration::Kind::type_definition: check_type_definition(c, declaration); break;
            case Declaration::Kind::function:
            case Declaration::Kind::external: check_functions(c, declaration, to); break;
            default:
                if (to.is_global) {
                    check_global_declaration(c, declaration);
                } else {
                    c.report(Code::bad_declaration, declaration.span, "this can only be declared globally");
                }
        }
    }
}

}  // namespace crowfly::uppaal
