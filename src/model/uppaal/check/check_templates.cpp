// Templates: parameters, local declarations, locations and edges.
#include <fmt/format.h>

#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/clock_conditions.hpp"
#include "model/uppaal/check/type_rules.hpp"
#include "model/uppaal/write/written.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;

// The ids of a template's locations and branchpoints, and the numbers by which edges refer to them.
struct Nodes {
    std::unordered_map<std::string, std::uint32_t> numbers;
    std::uint32_t locations = 0;

    bool is_branchpoint(std::uint32_t number) const { return number >= locations; }
};

// ---- Locations ------------------------------------------------------------------------------------------------------

const model::Expr* check_invariant(Context& c, const ExprPtr& invariant) {
    if (invariant == nullptr) return nullptr;
    const Within<Place> within(c.place, Place{.pure = "an invariant", .clock_constraints = true, .rates = true});
    const model::Expr* checked = check_condition(c, *invariant);
    if (checked != nullptr) check_invariant_shape(c, *checked);
    return checked;
}

void declare_location(Context& c, const Location& location, const std::string& name, std::uint32_t number,
                      TemplateFacts& facts, const std::vector<model::Location>& earlier) {
    const auto [at, added] = facts.locations.try_emplace(name, number);
    const Entity* variable = facts.scope->find_here(name);
    if (!added) {
        c.report(Code::duplicate_name, location.span,
                 fmt::format("there is already a location `{}`{}", name, c.on_line(earlier[at->second].span)),
                 "rename one of the two");
    } else if (variable != nullptr) {
        c.report(Code::duplicate_name, location.span,
                 fmt::format("`{}` is already declared{}", name, c.on_line(variable->span)),
                 "rename the location or the declaration");
    }
}

void check_locations(Context& c, const Template& t, TemplateFacts& facts, model::Template& made, Nodes& nodes) {
    for (const Location& location : t.locations) {
        c.element_told = false;
        const auto number = static_cast<std::uint32_t>(made.locations.size());
        const std::string name = shown_name(location);
        declare_location(c, location, name, number, facts, made.locations);
        if (location.urgent && location.committed) {
            c.report(Code::urgent_and_committed, location.span,
                     fmt::format("location `{}` cannot be both urgent and committed", name),
                     "committed is the stronger of the two");
        }
        if (location.exponential_rate != nullptr) use_names(c, *location.exponential_rate);
        nodes.numbers.try_emplace(location.id, number);
        made.locations.push_back(
            {name, location.urgent, location.committed, check_invariant(c, location.invariant), location.span});
    }
    // A template may be empty: its processes never move.
    if (made.locations.empty()) made.locations.push_back({"_", false, false, nullptr, t.span});
    nodes.locations = static_cast<std::uint32_t>(made.locations.size());
    made.branchpoints = static_cast<std::uint32_t>(t.branchpoints.size());
    for (std::uint32_t i = 0; i < made.branchpoints; ++i)
        nodes.numbers.try_emplace(t.branchpoints[i].id, nodes.locations + i);
}

void check_initial(Context& c, const Template& t, const Nodes& nodes, model::Template& made) {
    if (t.locations.empty() && t.initial.empty()) return;
    if (t.initial.empty()) {
        c.report(Code::missing_initial_location, t.span, fmt::format("template `{}` has no initial location", t.name),
                 "mark one location as initial");
        return;
    }
    const auto at = nodes.numbers.find(t.initial);
    if (at == nodes.numbers.end()) {
        c.report(Code::broken_reference, t.initial_span,
                 fmt::format("there is no location `{}` to start in", t.initial));
    } else if (nodes.is_branchpoint(at->second)) {
        c.report(Code::missing_initial_location, t.initial_span, "a branchpoint cannot be the initial location");
    } else {
        made.initial = at->second;
    }
}

// ---- Edges ----------------------------------------------------------------------------------------------------------

std::optional<std::uint32_t> find_node(Context& c, const Nodes& nodes, const std::string& id, Span span,
                                       std::string_view end) {
    const auto at = nodes.numbers.find(id);
    if (at != nodes.numbers.end()) return at->second;
    c.report(Code::broken_reference, span,
             id.empty() ? fmt::format("the edge has no {}", end)
                        : fmt::format("the {} `{}` of the edge does not exist", end, id));
    return std::nullopt;
}

// The choice at a branchpoint is made after the guard was evaluated. A synchronisation belongs to the whole step, and
// may be on the arrow from the branchpoint.
void warn_about_branch_guard(Context& c, const ExprPtr& guard) {
    if (guard == nullptr) return;
    c.report(Code::misplaced_label, guard->span, "a guard has no agreed meaning on an edge that leaves a branchpoint",
             "put it on the edge that leads into the branchpoint");
}

bool check_ends(Context& c, const Edge& edge, const Nodes& nodes, model::Edge& made) {
    const auto source = find_node(c, nodes, edge.source, edge.source_span, "source");
    const auto target = find_node(c, nodes, edge.target, edge.target_span, "target");
    if (!source || !target) return false;
    made.source = *source;
    made.target = *target;
    if (!nodes.is_branchpoint(*source)) return true;
    if (nodes.is_branchpoint(*target)) {
        c.report(Code::bad_branchpoint, edge.target_span, "an edge from a branchpoint must end in a location");
        return false;
    }
    warn_about_branch_guard(c, edge.guard);
    return true;
}

bool check_guard(Context& c, const Edge& edge, model::Edge& made) {
    if (edge.guard == nullptr) return false;
    const Within<Place> within(c.place, Place{.pure = "a guard", .clock_constraints = true});
    made.guard = check_condition(c, *edge.guard);
    made.guard_span = edge.guard->span;
    return made.guard != nullptr && check_guard_shape(c, *made.guard);
}

void warn_about_timed_channel(Context& c, const Edge& edge, const model::Type& channel) {
    if (channel.urgent) {
        c.report(Code::urgent_clock_guard, edge.guard->span, "the edge has a clock guard on an urgent channel",
                 "time stops as soon as the guard may hold, which is rarely meant");
    }
    if (channel.broadcast && edge.direction == Direction::receive) {
        c.report(Code::broadcast_clock_guard, edge.guard->span,
                 "the edge has a clock guard and receives on a broadcast channel",
                 "whether it takes part depends on the exact time");
    }
}

// An edge whose synchronisation is not supported is kept; its guard is the unsupported node.
void block_edge(Context& c, model::Edge& made, const model::Expr* why) {
    made.sync = model::Sync::none;
    made.channel = nullptr;
    made.guard =
        made.guard == nullptr ? why : c.make_binary(Op::logical_and, made.guard, why, c.boolean_type, why->span);
}

void check_synchronisation(Context& c, const Edge& edge, bool timed, model::Edge& made) {
    if (edge.channel == nullptr) return;
    const Within<Place> within(c.place, Place{.pure = "a synchronisation", .channel = true});
    made.sync = edge.direction == Direction::send ? model::Sync::send : model::Sync::receive;
    made.channel = check_expression(c, *edge.channel);
    made.sync_span = edge.channel->span;
    const model::Type* type = made.channel->type;
    if (type == nullptr) return;
    if (type->kind != Kind::channel) {
        c.report(Code::bad_synchronisation, edge.channel->span,
                 fmt::format("this is {}, not a channel", describe(*type)),
                 innermost(*type).kind == Kind::channel ? "choose one channel of the array: `c[i]`" : "");
    } else if (edge.direction == Direction::csp) {
        block_edge(c, made,
                   c.unsupported(Code::csp_synchronisation, edge.channel->span, c.boolean_type,
                                 "CSP-style synchronisation, without `!` or `?`, is not supported"));
    } else if (timed) {
        warn_about_timed_channel(c, edge, *type);
    }
}

void check_updates(Context& c, const Edge& edge, model::Edge& made) {
    for (const ExprPtr& update : edge.updates) {
        const std::uint64_t before = c.effects;
        const model::Expr* checked = check_expression(c, *update);
        warn_if_without_effect(c, before, *checked);
        made.updates.push_back(checked);
        made.update_span = made.update_span.empty() ? update->span : join(made.update_span, update->span);
    }
}

bool contains_unsupported(const model::Expr& e) {
    if (e.kind == model::Expr::Kind::unsupported) return true;
    for (const model::Expr* operand : e.operands) {
        if (contains_unsupported(*operand)) return true;
    }
    return false;
}

// Weights do not affect verdicts, so their mistakes are not reported.
const model::Expr* check_weight(Context& c, const Expr& weight) {
    Diagnostics ignored;
    const Within<Diagnostics*> errors(c.errors, &ignored);
    const Within<Diagnostics*> warnings(c.warnings, &ignored);
    const Within<bool> told(c.element_told, true);
    const model::Expr* checked = check_integer(c, weight);
    return checked == nullptr || ignored.has_errors() || contains_unsupported(*checked) ? nullptr : checked;
}

void check_probability(Context& c, const Edge& edge, const Nodes& nodes, model::Edge& made) {
    if (edge.probability == nullptr) return;
    made.weight = check_weight(c, *edge.probability);
    if (nodes.is_branchpoint(made.source)) return;
    c.report(Code::misplaced_label, edge.probability->span,
             "a probability has no meaning on an edge that leaves a location",
             "only edges from branchpoints are chosen by weight");
}

void check_edge(Context& c, const Edge& edge, const Nodes& nodes, model::Template& into) {
    c.element_told = false;
    Scope inner(Scope::Level::binder, c.scope);
    const Within<Scope*> scope(c.scope, &inner);
    model::Edge made;
    made.span = edge.span;
    made.controllable = edge.controllable;
    const bool placed = check_ends(c, edge, nodes, made);
    for (const Select& select : edge.selects)
        made.selects.push_back(check_binder(c, select.name, select.span, *select.type, "a select"));
    const bool timed = check_guard(c, edge, made);
    check_synchronisation(c, edge, timed, made);
    check_updates(c, edge, made);
    if (!placed) return;
    check_probability(c, edge, nodes, made);
    into.edges.push_back(std::move(made));
}

// The template as an instance that the system line can name.
void declare_process(Context& c, const Template& t, const model::Template& made) {
    model::Instance instance;
    instance.name = t.name;
    instance.of = &made;
    instance.parameters = made.parameters;
    instance.span = t.span;
    const model::Instance* known = c.model.make(std::move(instance));
    c.model.instances.push_back(known);
    Entity entity;
    entity.kind = Entity::Kind::process;
    entity.instance = known;
    entity.span = t.span;
    const Within<Scope*> scope(c.scope, &c.system_scope);
    c.declare(t.name, entity);
}

}  // namespace

void check_template(Context& c, const Template& t) {
    model::Template blank;
    blank.name = t.name;
    blank.span = t.span;
    model::Template* made = c.model.make(std::move(blank));
    c.model.templates.push_back(made);
    TemplateFacts& facts = c.templates[made];
    facts.scope = std::make_unique<Scope>(Scope::Level::process, &c.global_scope);
    const Within<Scope*> scope(c.scope, facts.scope.get());
    const Within<const TemplateFacts*> inside(c.inside, &facts);
    made->parameters = check_parameters(c, t.parameters, ParametersOf::process);
    check_declarations(c, t.local.declarations,
                       Destination{.variables = &made->variables, .functions = &made->functions});
    Nodes nodes;
    check_locations(c, t, facts, *made, nodes);
    check_initial(c, t, nodes, *made);
    for (const Edge& edge : t.edges) check_edge(c, edge, nodes, *made);
    c.report_unused(*facts.scope);
    declare_process(c, t, *made);
}

}  // namespace crowfly::uppaal
