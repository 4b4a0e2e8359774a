// The name `cost` of UPPAAL Cora: what a run costs. Invariants give it a rate, `cost' == 3`, and updates add to it,
// `cost += 3`. It need not be declared. If it is declared as a clock, it is the cost as soon as it has another rate
// than a clock can have or is added to, and a clock like any other if it is compared or set: so the models of UPPAAL
// itself keep their meaning. Anything else that is called `cost` is just that.
#include <algorithm>

#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

constexpr const char* cost_name = "cost";
constexpr const char* cost_hint = "rates stand in invariants, `cost' == 3`, amounts in updates, `cost += 3`";

// Whether the expression is the name of what a run costs.
bool names_cost(Context& c, const Expr& e) {
    if (e.kind != Expr::Kind::name || e.text != cost_name) return false;
    const Entity* entity = c.scope->find(e.text);
    if (entity == nullptr) entity = implied_cost(c, e);
    return entity != nullptr && entity->symbol != nullptr && entity->symbol == c.cost.symbol;
}

// The amount that an assignment adds. Null: it is not such an assignment.
const Expr* charged_amount(Context& c, const Expr& e) {
    if (e.op == Op::add) return e.operands[1].get();
    const Expr& value = *e.operands[1];
    if (e.op != Op::assign || value.kind != Expr::Kind::binary || value.op != Op::add) return nullptr;
    for (const std::size_t side : {0, 1}) {
        if (names_cost(c, *value.operands[side])) return value.operands[1 - side].get();
    }
    return nullptr;
}

void mark_used(Context& c, const char* name) {
    if (Entity* entity = c.global_scope.find_here(name)) entity->used = true;
}

}  // namespace

void find_declared_cost(Context& c) {
    const Entity* entity = c.global_scope.find_here(cost_name);
    if (entity == nullptr || entity->symbol == nullptr || entity->symbol->type == nullptr) return;
    if (entity->symbol->type->kind != model::Type::Kind::clock) return;
    c.cost.symbol = entity->symbol;
    c.cost.declared = true;
}

Entity* implied_cost(Context& c, const Expr& e) {
    if (e.text != cost_name || c.place.query || c.place.channel) return nullptr;
    model::Symbol symbol;
    symbol.kind = model::Symbol::Kind::variable;
    symbol.scope = model::Symbol::Scope::global;
    symbol.name = cost_name;
    symbol.type = c.clock_type;
    symbol.span = e.span;
    c.cost.symbol = c.model.make(std::move(symbol));
    Entity entity;
    entity.kind = Entity::Kind::variable;
    entity.symbol = c.cost.symbol;
    entity.span = e.span;
    c.builtin_scope.declare(cost_name, entity);
    return c.builtin_scope.find_here(cost_name);
}

bool note_cost(Context& c, const model::Symbol& symbol, Span span) {
    if (&symbol != c.cost.symbol) return true;
    if (!c.place.query) {
        c.cost.plain.push_back(span);
        return true;
    }
    if (!c.cost.is_cost()) return true;
    c.report(Code::cost_misused, span, "queries cannot read what a run costs",
             "`--minimise price` finds the least price of reaching a state");
    return false;
}

const model::Expr* check_cost_rate(Context& c, Op op, const model::Expr* rate, const model::Expr* value, Span span) {
    const model::Expr& clock = *rate->operands[0];
    if (clock.symbol == nullptr || clock.symbol != c.cost.symbol) return nullptr;
    if (!c.place.rates || op != Op::equal || !is_integral(*value->type)) return nullptr;
    std::erase(c.cost.plain, clock.span);
    const bool literal = value->kind == model::Expr::Kind::constant;
    const bool of_clocks = literal && (value->value == 0 || value->value == 1);
    (of_clocks ? c.cost.rated : c.cost.priced) = true;
    return c.make_binary(op, rate, value, c.boolean_type, span);
}

const model::Expr* check_charge(Context& c, const Expr& e) {
    if (!names_cost(c, *e.operands[0])) return nullptr;
    const bool step = e.kind == Expr::Kind::step;
    if (step && e.op != Op::add) return nullptr;
    const Expr* amount = step ? nullptr : charged_amount(c, e);
    if (!step && amount == nullptr) return nullptr;
    c.use(cost_name);
    c.cost.priced = true;
    c.note_effect(e.span, "this adds to `cost`", "costs belong in updates");
    if (c.function != nullptr) c.functions[c.function].writes_outside = true;
    const model::Expr* checked = step ? c.make_constant(1, e.span, c.integer_type) : check_integer(c, *amount);
    if (checked == nullptr) return c.bad(e.span);
    return c.make(model::Expr::Kind::charge, e.span, c.void_type, {checked});
}

void settle_cost(Context& c) {
    const CostUse& use = c.cost;
    if (use.symbol == nullptr) return;
    if (!use.plain.empty() && use.is_cost()) {
        c.report(Code::cost_misused, use.plain[0], "`cost` is what a run costs: it cannot be read or set", cost_hint);
        return;
    }
    if (!use.plain.empty()) return;
    c.model.prices = model::Prices{use.is_cost() ? use.symbol : nullptr, use.declared ? 1 : 0};
    for (const char* name : {cost_name, "remaining", "heur"}) mark_used(c, name);
}

}  // namespace crowfly::uppaal
