// The state that the parts of the type checker share: names, nodes, side effects, and the reporting of mistakes.
#include "model/uppaal/check/checking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using ExprKind = model::Expr::Kind;

const model::Type* make_type(model::Model& model, model::Type::Kind kind) {
    model::Type type;
    type.kind = kind;
    return model.make(std::move(type));
}

void declare_builtins(Context& c) {
    for (const Builtin& builtin : builtins()) {
        const bool is_number =
            builtin.kind == Builtin::Kind::integer_constant || builtin.kind == Builtin::Kind::real_constant;
        Entity entity;
        entity.kind = is_number ? Entity::Kind::number : Entity::Kind::math;
        entity.builtin = &builtin;
        c.builtin_scope.declare(std::string(builtin.name), entity);
    }
    for (const BuiltinType& builtin : builtin_types()) {
        model::Type type;
        type.kind = model::Type::Kind::integer;
        type.name = builtin.name;
        type.lower = c.make_constant(builtin.lower, {}, c.integer_type);
        type.upper = c.make_constant(builtin.upper, {}, c.integer_type);
        Entity entity;
        entity.kind = Entity::Kind::type;
        entity.type = c.model.make(std::move(type));
        c.builtin_scope.declare(std::string(builtin.name), entity);
    }
}

bool is_name_character(char ch) {
    const auto u = static_cast<unsigned char>(ch);
    return (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z') || ch == '_' || ch == '$' ||
           ch == '#';
}

// Every word of a query, even of one that is not parsed further, counts as a use of the name.
void collect_names(const std::string& text, std::unordered_set<std::string>& names) {
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = begin;
        while (end < text.size() && is_name_character(text[end])) ++end;
        if (end > begin) names.insert(text.substr(begin, end - begin));
        begin = end + 1;
    }
}

// A local variable that hides a variable of the model is easily mistaken for it; other shadowing is common style.
const Entity* hidden_variable(const Context& c, const std::string& name) {
    if (c.scope->level() != Scope::Level::function && c.scope->level() != Scope::Level::binder) return nullptr;
    const Entity* hidden = c.scope->outer() == nullptr ? nullptr : c.scope->outer()->find(name);
    const bool confusing = hidden != nullptr && hidden->kind == Entity::Kind::variable &&
                           hidden->symbol->kind == model::Symbol::Kind::variable && !hidden->symbol->is_const &&
                           hidden->symbol->scope != model::Symbol::Scope::function;
    return confusing ? hidden : nullptr;
}

bool is_channel(const Context& c, const Entity& entity) {
    if (entity.kind != Entity::Kind::variable || entity.symbol->type == nullptr) return false;
    return c.holds_channel(*entity.symbol->type);
}

std::string_view what_it_is(const Entity& entity) {
    switch (entity.kind) {
        case Entity::Kind::type: return "type";
        case Entity::Kind::function: return "function";
        case Entity::Kind::process: return "process";
        case Entity::Kind::variable: break;
        default: return "name";
    }
    const model::Symbol& symbol = *entity.symbol;
    if (symbol.is_const) return "constant";
    if (symbol.type == nullptr) return "variable";
    const auto kind = innermost(*symbol.type).kind;
    return kind == model::Type::Kind::clock ? "clock" : kind == model::Type::Kind::channel ? "channel" : "variable";
}

const model::Symbol* root_symbol(const model::Expr& designator) {
    const model::Expr* e = &designator;
    while (e->symbol == nullptr && !e->operands.empty()) e = e->operands[e->kind == ExprKind::conditional ? 1 : 0];
    return e->symbol;
}

}  // namespace

Context::Context(const Document& document, Diagnostics& diagnostics, const Sources* sources,
                 std::unique_ptr<model::Model> known)
    : document(document), sources(sources),
      owned_model(known != nullptr ? std::move(known) : std::make_unique<model::Model>()), model(*owned_model),
      errors(&diagnostics), warnings(&diagnostics), builtin_scope(Scope::Level::builtin, nullptr),
      global_scope(Scope::Level::global, &builtin_scope), system_scope(Scope::Level::system, &global_scope),
      scope(&global_scope), integer_type(make_type(model, model::Type::Kind::integer)),
      boolean_type(make_type(model, model::Type::Kind::boolean)),
      clock_type(make_type(model, model::Type::Kind::clock)),
      channel_type(make_type(model, model::Type::Kind::channel)), real_type(make_type(model, model::Type::Kind::real)),
      string_type(make_type(model, model::Type::Kind::string)), void_type(make_type(model, model::Type::Kind::void_)) {
    declare_builtins(*this);
    for (const Query& query : document.queries) collect_names(query.text, names_in_queries);
    collect_names(document.gantt.text, names_in_queries);
}

void Context::report(Code code, Span span, std::string message, std::string hint) {
    Diagnostics& to = crowfly::describe(code).severity == Severity::error ? *errors : *warnings;
    to.add(code, span, std::move(message), std::move(hint));
}

std::string Context::suggest(const std::string& name, std::initializer_list<Entity::Kind> kinds) const {
    // Comparing with every name is slow; beyond the limit the hint would not be shown anyway.
    if (errors->errors() >= Diagnostics::limit) return {};
    std::vector<std::string> candidates;
    for (const Entity::Kind kind : kinds) {
        const auto wanted = [&](const Entity& e) { return e.kind == kind && !is_channel(*this, e); };
        const std::vector<std::string> names = scope->names(wanted);
        candidates.insert(candidates.end(), names.begin(), names.end());
    }
    return did_you_mean(name, candidates);
}

std::string Context::suggest_channel(const std::string& name) const {
    if (errors->errors() >= Diagnostics::limit) return {};
    return did_you_mean(name, scope->names([&](const Entity& e) { return is_channel(*this, e); }));
}

std::string Context::on_line(Span span) const {
    if (sources == nullptr) return {};
    return fmt::format(" on line {}", sources->position(span.file, span.begin).line);
}

Entity* Context::use(const std::string& name) {
    Entity* entity = scope->find(name);
    if (entity != nullptr) entity->used = true;
    return entity;
}

bool Context::declare(const std::string& name, Entity entity) {
    const Entity* first = scope->declare(name, entity);
    // The system section continues the global declarations.
    if (first == nullptr && scope == &system_scope) first = global_scope.find_here(name);
    if (first == nullptr) return true;
    report(Code::duplicate_name, entity.span, fmt::format("`{}` is already declared{}", name, on_line(first->span)),
           "rename one of the two");
    return false;
}

void Context::declare_symbol(const model::Symbol& symbol) {
    Entity entity;
    entity.kind = Entity::Kind::variable;
    entity.symbol = &symbol;
    entity.span = symbol.span;
    entity.matters_unused = symbol.kind == model::Symbol::Kind::variable;
    const Entity* hidden =
        symbol.kind == model::Symbol::Kind::parameter ? nullptr : hidden_variable(*this, symbol.name);
    if (declare(symbol.name, entity) && hidden != nullptr) {
        report(Code::shadowed_name, symbol.span,
               fmt::format("`{}` hides the variable of the same name declared{}", symbol.name, on_line(hidden->span)));
    }
}

void Context::report_unused(const Scope& of) {
    for (const Scope::Unused& unused : of.unused()) {
        // UPPAAL calls hook functions such as __ON_CONSTRUCT__ itself.
        if (names_in_queries.contains(*unused.name) || unused.name->starts_with("__ON_")) continue;
        report(Code::unused_declaration, unused.entity->span,
               fmt::format("{} `{}` is never used", what_it_is(*unused.entity), *unused.name));
    }
}

bool Context::holds_channel(const model::Type& type) const {
    const model::Type& inner = innermost(type);
    return inner.kind == model::Type::Kind::channel || records_with_channels.contains(&inner);
}

std::optional<std::uint32_t> Context::find_field(const model::Type& record, const std::string& name) {
    auto& numbers = field_numbers[&record];
    for (auto i = static_cast<std::uint32_t>(numbers.size()); i < record.fields.size(); ++i) {
        numbers.try_emplace(record.fields[i].name, i);
    }
    const auto at = numbers.find(name);
    return at == numbers.end() ? std::nullopt : std::optional(at->second);
}

void Context::report_unknown_field(const model::Type& record, const std::string& name, Span span) {
    std::vector<std::string> names;
    if (errors->errors() < Diagnostics::limit) {
        for (const model::Field& field : record.fields) names.push_back(field.name);
    }
    report(Code::no_such_member, span, fmt::format("the struct has no field `{}`", name), did_you_mean(name, names));
}

model::Symbol::Scope Context::symbol_scope() const {
    if (function != nullptr) return model::Symbol::Scope::function;
    for (const Scope* at = scope; at != nullptr; at = at->outer()) {
        if (at->level() == Scope::Level::process) return model::Symbol::Scope::process;
    }
    return model::Symbol::Scope::global;
}

model::Expr* Context::make(ExprKind kind, Span span, const model::Type* type,
                           std::vector<const model::Expr*> operands) {
    model::Expr e;
    e.kind = kind;
    e.span = span;
    e.type = type;
    e.operands = std::move(operands);
    return model.make(std::move(e));
}

const model::Expr* Context::make_constant(std::int32_t value, Span span, const model::Type* type) {
    model::Expr* e = make(ExprKind::constant, span, type);
    e->value = value;
    return e;
}

std::int32_t Context::number_of_string(const std::string& text) {
    return strings.try_emplace(text, static_cast<std::int32_t>(strings.size())).first->second;
}

const model::Expr* Context::make_binary(Op op, const model::Expr* left, const model::Expr* right,
                                        const model::Type* type, Span span) {
    model::Expr* e = make(ExprKind::binary, span, type, {left, right});
    e->op = op;
    return e;
}

void Context::warn_out_of_scope(Span span, std::string message, std::string hint) {
    if (place.query || std::exchange(element_told, true)) return;
    report(Code::out_of_scope, span, std::move(message), std::move(hint));
}

const model::Expr* Context::unsupported(Code code, Span span, const model::Type* type, std::string reason) {
    warn_out_of_scope(span, reason, "the model loads; only queries that depend on this are refused");
    model::Expr* e = make(ExprKind::unsupported, span, type);
    e->code = code;
    e->text = std::move(reason);
    return e;
}

const model::Expr* Context::unsupported_value(Span span, const model::Type* inexact, const model::Type* type) {
    if (innermost(*inexact).kind == model::Type::Kind::string)
        return unsupported(Code::string_values, span, type, "strings cannot be changed");
    return unsupported(Code::real_numbers, span, type, "floating-point values are not supported");
}

const model::Expr* Context::make_real(double value, Span span) {
    model::Expr* e = make(ExprKind::real, span, real_type);
    e->real = value;
    return e;
}

void Context::note_effect(Span span, std::string what, std::string hint) {
    ++effects;
    if (place.pure.empty()) return;
    report(Code::side_effect, span, fmt::format("{}, which {} must not do", what, place.pure), std::move(hint));
}

void Context::note_write(const model::Expr& target, Span span) {
    const model::Symbol* symbol = root_symbol(target);
    if (symbol == nullptr) return;
    note_effect(span, fmt::format("this changes `{}`", symbol->name),
                "changes belong in updates; to compare, write `==`");
    if (function != nullptr) mark_written(target, functions[function]);
}

void Context::mark_written(const model::Expr& target, FunctionFacts& facts) const {
    if (target.kind == ExprKind::conditional) {
        mark_written(*target.operands[1], facts);
        mark_written(*target.operands[2], facts);
    } else if (target.kind != ExprKind::symbol) {
        mark_written(*target.operands[0], facts);
    } else if (target.symbol->scope != model::Symbol::Scope::function) {
        facts.writes_outside = true;
    } else if (target.symbol->by_reference) {
        const auto& parameters = function->parameters;
        const auto at = std::find(parameters.begin(), parameters.end(), target.symbol);
        if (at != parameters.end()) facts.writes_parameter[static_cast<std::size_t>(at - parameters.begin())] = true;
    }
}

}  // namespace crowfly::uppaal
