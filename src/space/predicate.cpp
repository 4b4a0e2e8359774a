#include "space/predicate.hpp"

#include <algorithm>

namespace crowfly {

using zone::Zone;

Predicate::Predicate(const Network& network, const Formula& formula)
    : formula_(formula), machine_(network.code) {}

bool Predicate::holds_somewhere(const SymbolicState& state, ZoneGraph& graph) { return somewhere(state, graph, true); }

bool Predicate::fails_somewhere(const SymbolicState& state, ZoneGraph& graph) { return somewhere(state, graph, false); }

bool Predicate::somewhere(const SymbolicState& state, ZoneGraph& graph, bool wanted) {
    stop_ = {};
    slots_ = state.slots;
    machine_.bind(slots_);
    state_ = &state;
    graph_ = &graph;
    graph.active_clocks(state.slots, active_);
    Zones zones{state.zone};
    restrict(formula_, wanted, zones);
    return !stop_ && !zones.empty();
}

bool Predicate::truth(const Formula& leaf) {
    switch (leaf.kind) {
        case Formula::Kind::constant: return leaf.value;
        case Formula::Kind::location: return slots_[leaf.process] == static_cast<std::int32_t>(leaf.number);
        default: break;
    }
    const bool holds = machine_.holds(leaf.program);
    if (leaf.program && machine_.fault()) {
        stop_.kind = Stop::Kind::fault;
        stop_.part = Stop::Part::guard;
        stop_.fault = machine_.fault();
    }
    return holds;
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
        value = machine_.result();
    }
    if (constraint.negated) value = -value;
    const auto position = [&](ClockIndex clock) {
        return static_cast<zone::Clock>(std::lower_bound(active_.clocks.begin(), active_.clocks.end(), clock) - active_.clocks.begin());
    };
    const zone::Bound bound = zone::bound(static_cast<std::int32_t>(value), constraint.strict);
    const zone::Clock left = position(constraint.left);
    const zone::Clock right = position(constraint.right);
    std::erase_if(zones, [&](Zone& z) {
        return wanted ? !zone::constrain(z.data(), active_.size(), left, right, bound)
                      : !zone::constrain(z.data(), active_.size(), right, left, zone::negate(bound));
    });
}

void Predicate::restrict_to_deadlock(bool wanted, Zones& zones) {
    Zones stuck;
    if (!graph_->deadlocks(*state_, stuck)) {
        stop_ = graph_->stop();
        return;
    }
    const std::size_t n = active_.size();
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

void add_bounds(const Formula& formula, std::vector<ClockBound>& bounds) {
    for (const Formula& operand : formula.operands) add_bounds(operand, bounds);
    if (formula.kind != Formula::Kind::clock) return;
    const ClockConstraint& c = formula.constraint;
    const std::int32_t largest = std::max(std::abs(c.bound.least), std::abs(c.bound.greatest));
    // A query may be wanted true or false, so each comparison counts as both.
    for (const ClockIndex clock : {c.left, c.right}) {
        if (clock != 0) bounds.push_back({clock, largest, largest});
    }
}

}  // namespace crowfly
