// Queries: state predicates over global names and over the processes of the system, their locations and variables.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/clock_conditions.hpp"
#include "model/uppaal/check/type_rules.hpp"
#include "model/uppaal/parse/name_list.hpp"
#include "model/uppaal/parse/query_hint.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;

// ---- Members of processes -------------------------------------------------------------------------------------------

// `P` or `P(0)`, with P a process: the entity, else null.
const Entity* find_process(const Context& c, const Expr& e) {
    const Expr& name = e.kind == Expr::Kind::call ? *e.operands[0] : e;
    if (!c.place.query || name.kind != Expr::Kind::name) return nullptr;
    const Entity* entity = c.scope->find(name.text);
    return entity != nullptr && entity->kind == Entity::Kind::process ? entity : nullptr;
}

std::string hint_at_instances(const Context& c, const model::Instance& named) {
    std::vector<std::string> instances;
    for (const model::SystemEntry& entry : c.model.system) {
        if (entry.instance->of == named.of) instances.push_back(entry.instance->name);
    }
    if (instances.empty() || named.base != nullptr) return "only processes on the system line can be asked about";
    return fmt::format("`{}` is a template, and the system has its instances: {}", named.name, listed(instances));
}

bool check_free_arguments(Context& c, const Expr& process, const model::Instance& instance,
                          std::vector<const model::Expr*>& arguments) {
    if (!c.running.contains(&instance)) {
        if (c.system_has_mistakes) return false;
        c.report(Code::not_a_process, process.span, fmt::format("`{}` is not part of the system", instance.name),
                 hint_at_instances(c, instance));
        return false;
    }
    if (process.kind == Expr::Kind::call) {
        return check_arguments(c, {instance.name, instance.parameters, process.operands, 1, process.span}, arguments);
    }
    if (instance.parameters.empty()) return true;
    c.report(Code::wrong_arity, process.span, fmt::format("`{}` stands for several processes", instance.name),
             fmt::format("choose one, as in `{}(0)`, or quantify over them", instance.name));
    return false;
}

std::string hint_at_locations(const model::Template& of) {
    std::vector<std::string> names;
    for (const model::Location& location : of.locations) names.push_back(location.name);
    return fmt::format("its locations are {}", listed(names));
}

const model::Expr* unknown_member(Context& c, const Expr& e, const model::Instance& instance, TemplateFacts& facts) {
    const Entity* other = facts.scope->find_here(e.text);
    if (other != nullptr) {
        c.report(Code::no_such_member, e.span,
                 fmt::format("`{}` is a {} of `{}`, not a location or variable", e.text,
                             other->kind == Entity::Kind::function ? "function" : "type", instance.name));
        return c.bad(e.span);
    }
    std::vector<std::string> names;
    for (const auto& [name, number] : facts.locations) names.push_back(name);
    for (const model::Symbol* symbol : instance.of->variables) names.push_back(symbol->name);
    for (const model::Symbol* symbol : instance.of->parameters) names.push_back(symbol->name);
    std::sort(names.begin(), names.end());
    const std::string similar = did_you_mean(e.text, names);
    c.report(Code::no_such_member, e.span, fmt::format("`{}` has no location or variable `{}`", instance.name, e.text),
             similar.empty() ? hint_at_locations(*instance.of) : similar);
    return c.bad(e.span);
}

const model::Expr* make_member(Context& c, const Expr& e, ProcessReference process) {
    auto& [instance, arguments] = process;
    TemplateFacts& facts = c.templates[instance->of];
    const auto location = facts.locations.find(e.text);
    const Entity* entity = facts.scope->find_here(e.text);
    model::Expr* made = nullptr;
    if (location != facts.locations.end()) {
        made = c.make(model::Expr::Kind::location, e.span, c.boolean_type, std::move(arguments));
        made->number = location->second;
    } else if (entity != nullptr && entity->kind == Entity::Kind::variable) {
        made = c.make(model::Expr::Kind::member, e.span, entity->symbol->type, std::move(arguments));
        made->symbol = entity->symbol;
    } else if (entity == nullptr && e.text == "location") {
        made = c.make(model::Expr::Kind::index_of_location, e.span, c.integer_type, std::move(arguments));
    } else {
        return unknown_member(c, e, *instance, facts);
    }
    made->instance = instance;
    return made;
}

// ---- Kinds of queries -----------------------------------------------------------------------------------------------

bool is_decided(Context& c, const Query& query) {
    switch (query.kind) {
        case QueryKind::exists_eventually:
        case QueryKind::always_globally:
        case QueryKind::exists_globally:
        case QueryKind::always_eventually:
        case QueryKind::leads_to:
        case QueryKind::sup:
        case QueryKind::inf:
        case QueryKind::bounds: return true;
        case QueryKind::statistical:
            c.report(Code::statistical_query, query.span, "statistical queries are not decided by an exhaustive search",
                     hint_instead(query.text));
            break;
        case QueryKind::game:
            c.report(Code::game_query, query.span, "games and strategies are not supported", hint_instead(query.text));
            break;
        case QueryKind::scenario:
            c.report(Code::scenario_query, query.span, "live sequence charts are not supported");
            break;
        case QueryKind::justice:  // no query of UPPAAL
        case QueryKind::empty:
        case QueryKind::not_a_query:
            c.report(
                Code::bad_query, query.span, "this is not a query",
                "queries start with `E<>`, `A[]`, `E[]`, `A<>`, `sup`, `inf` or `bounds`, or have the form `p --> q`");
    }
    return false;
}

const model::Expr* check_predicate(Context& c, const ExprPtr& predicate, QueryKind kind) {
    if (predicate == nullptr) return nullptr;
    const model::Expr* checked = check_condition(c, *predicate);
    const bool deadlock_allowed = asks_for_states(kind);
    if (checked != nullptr) check_query_shape(c, *checked, deadlock_allowed);
    return checked;
}

const model::Expr* check_measured(Context& c, const Expr& e) {
    const model::Expr* value = check_expression(c, e);
    if (value->type == nullptr) return nullptr;
    if (value->type->kind == Kind::clock) return value;
    if (value->type->kind == Kind::real && mentions_clock(*value)) {
        c.report(Code::type_mismatch, value->span, "only a single clock can be measured, not an expression of clocks");
        return nullptr;
    }
    value = as_integral(c, value, c.integer_type);
    if (value != nullptr) check_query_shape(c, *value, false);
    return value;
}

std::optional<bool> expected_verdict(const Query& query) {
    if (!query.expect) return std::nullopt;
    std::string outcome = query.expect->outcome;
    std::transform(outcome.begin(), outcome.end(), outcome.begin(),
                   [](unsigned char ch) { return static_cast<char>(std::tolower(ch)); });
    for (const char* yes : {"success", "satisfied", "true", "t"}) {
        if (outcome == yes) return true;
    }
    for (const char* no : {"failure", "not satisfied", "false", "f"}) {
        if (outcome == no) return false;
    }
    return std::nullopt;
}

// A missing part was a syntax error, which the parser has reported.
bool is_whole(const Query& query) {
    if (measures_values(query.kind)) return !query.values.empty();
    return query.first != nullptr && (query.kind != QueryKind::leads_to || query.second != nullptr);
}

}  // namespace

bool names_process(const Context& c, const Expr& e) { return find_process(c, e) != nullptr; }

std::optional<ProcessReference> check_process(Context& c, const Expr& e) {
    ProcessReference process{find_process(c, e)->instance, {}};
    if (process.instance == nullptr || !check_free_arguments(c, e, *process.instance, process.arguments))
        return std::nullopt;
    return process;
}

const model::Expr* check_process_member(Context& c, const Expr& e) {
    auto process = check_process(c, *e.operands[0]);
    return process ? make_member(c, e, std::move(*process)) : c.bad(e.span);
}

std::optional<model::Query> check_query(Context& c, const Query& query) {
    return check_query(c, query, c.system_scope);
}

std::optional<model::Query> check_query(Context& c, const Query& query, Scope& within) {
    c.errors->append(query.diagnostics);
    if (query.diagnostics.has_errors()) return std::nullopt;
    if (!is_decided(c, query) || !is_whole(query)) return std::nullopt;
    const Within<Scope*> scope(c.scope, &within);
    const Within<Place> place(c.place, Place{.pure = "a query", .clock_constraints = true, .query = true});
    const std::size_t errors_before = c.errors->errors();
    model::Query made;
    made.kind = query.kind;
    made.text = query.text;
    made.span = query.span;
    made.expected = expected_verdict(query);
    made.first = check_predicate(c, query.first, query.kind);
    made.second = check_predicate(c, query.second, query.kind);
    for (const ExprPtr& value : query.values) {
        if (value != nullptr) made.values.push_back(check_measured(c, *value));
    }
    // A part may be missing without a new error if the mistake is in the model.
    const bool lacks_part = (query.first != nullptr && made.first == nullptr) ||
                            (query.second != nullptr && made.second == nullptr) ||
                            std::find(made.values.begin(), made.values.end(), nullptr) != made.values.end();
    if (lacks_part || c.errors->errors() != errors_before) return std::nullopt;
    return made;
}

}  // namespace crowfly::uppaal
