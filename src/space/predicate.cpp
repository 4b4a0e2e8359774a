#include "space/predicate.hpp"

#include <algorithm>

namespace crowfly {

using zone::Zone;

Predicate::Predicate(const Network& network, const Formula& formula)
    : formula_(formula), is_discrete_(!mentions_clocks(formula) && !mentions_deadlock(formula)), machine_(network.code) {}

void Predicate::begin(std::span<const std::int32_t> slots) {
    stop_ = {};
    slots_ = slots;
    // Formulas do not write: the type checker sees to that.
    machine_.bind({const_cast<std::int32_t*>(slots.data()), slots.size()});
}

bool Predicate::holds(std::span<const std::int32_t> slots, const std::function<bool()>& stuck) {
    begin(slots);
    return evaluate(formula_, stuck);
}

bool Predicate::somewhere(std::span<const std::int32_t> slots, const zone::Bound* zone, const ActiveClocks& active, ZoneGraph& graph,
                          bool wanted) {
    if (is_discrete_) {
        begin(slots);
        return evaluate(formula_, {}) == wanted && !stop_;
    }
    Zones zones;
    restrict(slots, zone, active, graph, wanted, zones);
    return !stop_ && !zones.empty();
}

void Predicate::restrict(std::span<const std::int32_t> slots, const zone::Bound* zone, const ActiveClocks& active, ZoneGraph& graph,
                         bool wanted, Zones& zones) {
    begin(slots);
    whole_ = zone;
    active_ = &active;
    graph_ = &graph;
    zones.assign(1, Zone(zone, zone + active.size() * active.size()));
    restrict(formula_, wanted, zones);
}

void Predicate::note_fault() {
    if (!machine_.fault()) return;
    stop_.kind = Stop::Kind::fault;
    stop_.part = Stop::Part::query;
    stop_.fault = machine_.fault();
}

bool Predicate::truth(const Formula& leaf) {
    switch (leaf.kind) {
        case Formula::Kind::constant: return leaf.value;
        case Formula::Kind::location: return slots_[leaf.process] == static_cast<std::int32_t>(leaf.number);
        default: break;
    }
    const bool holds = machine_.holds(leaf.program);
    if (leaf.program) note_fault();
    return holds;
}

bool Predicate::evaluate(const Formula& formula, const std::function<bool()>& stuck) {
    const auto holds = [&](const Formula& operand) { return !stop_ && evaluate(operand, stuck); };
    switch (formula.kind) {
        case Formula::Kind::deadlock: return stuck();
        case Formula::Kind::negation: return !evaluate(formula.operands[0], stuck);
        case Formula::Kind::conjunction: return std::ranges::all_of(formula.operands, holds);
        case Formula::Kind::disjunction: return std::ranges::any_of(formula.operands, holds);
        default: return truth(formula);
    }
}

void Predicate::restrict(const Formula& formula, bool wanted, Zones& zones) {
    if (zones.empty() || stop_) return;
    switch (formula.kind) {
        case Formula::Kind::constant: case Formula::Kind::location: case Formula::Kind::discrete:
            if (truth(formula) != wanted) zones.clear();
            break;
        case Formula::Kind::clock: restrict_to_constraint(formula.constraint, wanted, zones); break;
        case Formula::Kind::deadlock: restrict_to_deadlock(wanted, zones); break;
        case Formula::Kind::negation: restrict(formula.operands[0], !wanted, zones); break;
        case Formula::Kind::conjunction:
            wanted ? restrict_all(formula.operands, wanted, zones) : restrict_any(formula.operands, wanted, zones);
            break;
        case Formula::Kind::disjunction:
            wanted ? restrict_any(formula.operands, wanted, zones) : restrict_all(formula.operands, wanted, zones);
            break;
    }
}

void Predicate::restrict_all(const std::vector<Formula>& operands, bool wanted, Zones& zones) {
    for (const Formula& operand : operands) restrict(operand, wanted, zones);
}

void Predicate::restrict_any(const std::vector<Formula>& operands, bool wanted, Zones& zones) {
    Zones result;
    for (const Formula& operand : operands) {
        Zones part = zones;
        restrict(operand, wanted, part);
        result.insert(result.end(), part.begin(), part.end());
    }
    zones = std::move(result);
}

void Predicate::restrict_to_constraint(const ClockConstraint& constraint, bool wanted, Zones& zones) {
    std::int64_t value = constraint.bound.least;
    if (constraint.bound.program) {
        machine_.run(constraint.bound.program);
        note_fault();
        if (stop_) return;
        value = machine_.result();
    }
    if (constraint.negated) value = -value;
    const auto position = [&](ClockIndex clock) {
        return static_cast<zone::Clock>(std::lower_bound(active_->clocks.begin(), active_->clocks.end(), clock) - active_->clocks.begin());
    };
    value = std::clamp<std::int64_t>(value, -zone::largest_constant, zone::largest_constant);
    const zone::Bound bound = zone::bound(static_cast<std::int32_t>(value), constraint.strict);
    const zone::Clock left = position(constraint.left);
    const zone::Clock right = position(constraint.right);
    std::erase_if(zones, [&](Zone& z) {
        return wanted ? !zone::constrain(z.data(), active_->size(), left, right, bound)
                      : !zone::constrain(z.data(), active_->size(), right, left, zone::negate(bound));
    });
}

void Predicate::restrict_to_deadlock(bool wanted, Zones& zones) {
    Zones stuck;
    if (!graph_->deadlocks(slots_, whole_, stuck)) {
        stop_ = graph_->stop();
        return;
    }
    const std::size_t n = active_->size();
    Zones result;
    for (const Zone& z : zones) {
        Zones free{z};
        for (const Zone& piece : stuck) {
            Zone both = z;
            if (wanted && zone::intersect(both.data(), piece.data(), n)) result.push_back(std::move(both));
            Zones rest;
            for (const Zone& part : free) zone::subtract(part.data(), piece.data(), n, rest);
            free = std::move(rest);
        }
        if (!wanted) result.insert(result.end(), free.begin(), free.end());
    }
    zones = std::move(result);
}

void add_use(const Formula& formula, ClockUse& use) {
    for (const Formula& operand : formula.operands) add_use(operand, use);
    if (formula.kind != Formula::Kind::clock) return;
    const ClockConstraint& c = formula.constraint;
    const std::int32_t largest = std::max(std::abs(c.bound.least), std::abs(c.bound.greatest));
    // A query may be wanted true or false, so each comparison counts as both.
    for (const ClockIndex clock : {c.left, c.right}) {
        if (clock != 0) use.bounds.push_back({clock, largest, largest});
    }
    if (c.left != 0 && c.right != 0) use.diagonals.push_back(c);
}

ClockUse use_of(const Formula& formula) {
    ClockUse use;
    add_use(formula, use);
    return use;
}

}  // namespace crowfly
