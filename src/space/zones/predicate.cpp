#include "space/zones/predicate.hpp"

#include <algorithm>

#include "space/zone_limits.hpp"

namespace crowfly {

Predicate::Predicate(const Network& network, const Formula& formula)
    : formula_(formula), is_discrete_(!mentions_clocks(formula) && !mentions_deadlock(formula)),
      machine_(code_of(network, formula)) {}

void Predicate::begin(std::span<const std::int32_t> slots) {
    stop_ = {};
    slots_ = slots;
    // Formulas do not write; the type checker makes sure of it.
    machine_.bind({const_cast<std::int32_t*>(slots.data()), slots.size()});
}

bool Predicate::holds(std::span<const std::int32_t> slots, const std::function<bool()>& stuck) {
    begin(slots);
    return evaluate(formula_, stuck);
}

template <class B>
bool Predicate::somewhere(std::span<const std::int32_t> slots, const B* zone, const ActiveClocks& active,
                          BasicZoneGraph<B>& graph, bool wanted) {
    if (is_discrete_) {
        begin(slots);
        return evaluate(formula_, {}) == wanted && !stop_;
    }
    Zones<B> zones;
    restrict(slots, zone, active, graph, wanted, zones);
    return !stop_ && !zones.empty();
}

template <class B>
void Predicate::restrict(std::span<const std::int32_t> slots, const B* zone, const ActiveClocks& active,
                         BasicZoneGraph<B>& graph, bool wanted, Zones<B>& zones) {
    begin(slots);
    zones.assign(1, zone::BasicZone<B>(zone, zone + active.size() * active.size()));
    restrict(formula_, Subject<B>{zone, active, graph}, wanted, zones);
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

template <class B>
void Predicate::restrict(const Formula& formula, const Subject<B>& subject, bool wanted, Zones<B>& zones) {
    if (zones.empty() || stop_) return;
    switch (formula.kind) {
        case Formula::Kind::constant:
        case Formula::Kind::location:
        case Formula::Kind::discrete:
            if (truth(formula) != wanted) zones.clear();
            break;
        case Formula::Kind::clock: restrict_to_constraint(formula.constraint, subject.active, wanted, zones); break;
        case Formula::Kind::deadlock: restrict_to_deadlock(subject, wanted, zones); break;
        case Formula::Kind::negation: restrict(formula.operands[0], subject, !wanted, zones); break;
        case Formula::Kind::conjunction:
        case Formula::Kind::disjunction:
            if ((formula.kind == Formula::Kind::disjunction) == wanted) {
                restrict_any(formula.operands, subject, wanted, zones);
            } else {
                for (const Formula& operand : formula.operands) restrict(operand, subject, wanted, zones);
            }
            break;
    }
}

template <class B>
void Predicate::restrict_any(const std::vector<Formula>& operands, const Subject<B>& subject, bool wanted,
                             Zones<B>& zones) {
    Zones<B> result;
    for (const Formula& operand : operands) {
        Zones<B> part = zones;
        restrict(operand, subject, wanted, part);
        result.insert(result.end(), part.begin(), part.end());
    }
    zones = std::move(result);
}

template <class B>
void Predicate::restrict_to_constraint(const ClockConstraint& constraint, const ActiveClocks& active, bool wanted,
                                       Zones<B>& zones) {
    std::int64_t value = constraint.bound.least;
    if (constraint.bound.program) {
        machine_.run(constraint.bound.program);
        note_fault();
        if (stop_) return;
        value = machine_.result();
    }
    if (constraint.negated) value = -value;
    const auto position = [&](ClockIndex clock) {
        return static_cast<zone::Clock>(std::lower_bound(active.clocks.begin(), active.clocks.end(), clock) -
                                        active.clocks.begin());
    };
    const B bound = zone::bound<B>(zone::checked<B>(value), constraint.strict);
    const zone::Clock left = position(constraint.left);
    const zone::Clock right = position(constraint.right);
    std::erase_if(zones, [&](zone::BasicZone<B>& z) {
        return wanted ? !cut(z.data(), active.size(), left, right, bound)
                      : !cut(z.data(), active.size(), right, left, zone::negate(bound));
    });
}

template <class B>
void Predicate::restrict_to_deadlock(const Subject<B>& subject, bool wanted, Zones<B>& zones) {
    Zones<B> stuck;
    if (!subject.graph.deadlocks(slots_, subject.whole, stuck)) {
        stop_ = subject.graph.stop();
        return;
    }
    const std::size_t n = subject.active.size();
    Zones<B> result;
    for (const auto& z : zones) {
        Zones<B> free{z};
        for (const auto& piece : stuck) {
            auto both = z;
            if (wanted && zone::intersect(both.data(), piece.data(), n)) result.push_back(std::move(both));
            Zones<B> rest;
            for (const auto& part : free) zone::subtract(part.data(), piece.data(), n, rest);
            free = std::move(rest);
        }
        if (!wanted) result.insert(result.end(), free.begin(), free.end());
    }
    zones = std::move(result);
}

#define CROWFLY_PREDICATES_OF(B)                                                                     \
    template void Predicate::restrict(std::span<const std::int32_t>, const B*, const ActiveClocks&,  \
                                      BasicZoneGraph<B>&, bool, Zones<B>&);                          \
    template bool Predicate::somewhere(std::span<const std::int32_t>, const B*, const ActiveClocks&, \
                                       BasicZoneGraph<B>&, bool)

CROWFLY_PREDICATES_OF(zone::Bound);
CROWFLY_PREDICATES_OF(zone::WideBound);
#undef CROWFLY_PREDICATES_OF

void add_use(const Formula& formula, ClockUse& use) {
    for (const Formula& operand : formula.operands) add_use(operand, use);
    if (formula.kind != Formula::Kind::clock) return;
    const ClockConstraint& c = formula.constraint;
    const std::int64_t largest = c.bound.magnitude();
    // A formula may be required to hold or to fail, so each comparison counts as a lower and an upper bound.
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
