// The forms of whole pieces of a network: effects, edges, locations, formulas.
#include <algorithm>

#include "base/sort_out.hpp"
#include "network/symmetry/forms.hpp"

namespace crowfly::symmetry {

// Assignments happen all at once. Those to clocks do so too unless one is read or written by another.
Form Forms::of(const Effect& effect) {
    if (effect.call) {
        check_untouched(effect.footprint);
        return make(Tag::call, {static_cast<std::int32_t>(effect.call.entry), -1});
    }
    Parts parts;
    for (const Effect::Assignment& assignment : effect.assignments) {
        const Sort sort = sorts_.of_values(places_.slots.cell(assignment.slot).family);
        parts.push_back(make(Tag::assignment, {of_cell(places_.slots, assignment.slot), of(assignment.value, sort)}));
    }
    for (const TermId evaluated : effect.evaluated) {
        if (!is_safe(evaluated)) parts.push_back(of_evaluated(evaluated));
    }
    sort_out(parts);
    Parts clocks;
    bool in_order = false;
    for (const Effect::ClockAssignment& one : effect.clocks) {
        clocks.push_back(make(Tag::clock_update, {of_cell(places_.clocks, one.clock),
                                                  of_cell(places_.clocks, one.source), of(one.value, plain)}));
        in_order |=
            std::ranges::count(effect.clocks, one.clock, &Effect::ClockAssignment::clock) > 1 || one.source != 0;
    }
    if (!in_order) std::ranges::sort(clocks);
    return make(Tag::effect, {make(Tag::all, parts), make(Tag::all, clocks)});
}

Form Forms::of(const ConstraintTerms& terms) {
    const ClockConstraint& c = *terms.constraint;
    return make(Tag::constraint, {of_cell(places_.clocks, c.left), of_cell(places_.clocks, c.right), c.strict ? 1 : 0,
                                  c.negated ? 1 : 0, of(terms.bound, plain), of_condition(terms.condition)});
}

Form Forms::of_edge(EdgeIndex e) {
    const Network& network = pieces_.network();
    const Edge& edge = network.edges[e];
    const EdgeTerms& terms = pieces_.edge(e);
    edge_ = e;
    forget();  // inputs are those of the edge
    Parts parts{static_cast<std::int32_t>(exchange_.process(edge.process)),
                static_cast<std::int32_t>(edge.source),
                static_cast<std::int32_t>(edge.target),
                static_cast<std::int32_t>(edge.sync),
                static_cast<std::int32_t>(edge.channels),
                edge.controllable ? 1 : 0,
                edge.obstacle >= 0 ? 1 : 0,
                edge.outcome.cost};
    for (std::uint32_t s = 0; s < edge.selects.count; ++s) {
        const Select& select = network.selects[edge.selects.first + s];
        parts.insert(parts.end(), {select.least, select.greatest});
        const auto is_value = [&](std::int32_t v) { return v >= select.least && v <= select.greatest; };
        if (!exchange_.is_alike(sorts_.of_input(e, s), is_value))
            throw NotSymmetric{"only one of them can be selected"};
    }
    parts.push_back(of_condition(terms.guard));
    Parts constraints;
    for (const ConstraintTerms& constraint : terms.constraints) constraints.push_back(of(constraint));
    parts.push_back(make_sorted(Tag::all, constraints));
    if (edge.sync != Sync::none)
        parts.push_back(terms.channel ? of_address(*terms.channel, true) : of_cell(places_.channels, edge.channel));
    parts.push_back(of(terms.update));
    edge_.reset();
    return make(Tag::edge, parts);
}

Form Forms::of_any_edge(EdgeIndex e) {
    try {
        return of_edge(e);
    } catch (const NotSymmetric&) {
        const Edge& edge = pieces_.network().edges[e];
        bool is_fixed = exchange_.process(edge.process) == edge.process;
        for (std::uint32_t c = 0; edge.sync != Sync::none && c < edge.channels; ++c)
            is_fixed &= exchange_.channel(edge.channel + c) == edge.channel + c;
        if (!is_fixed) throw;
        edge_ = e;
        check_untouched(edge.footprint);
        edge_.reset();
        return make(Tag::opaque, {static_cast<std::int32_t>(e)});
    }
}

Form Forms::of_location(LocationIndex l) {
    const Location& location = pieces_.network().locations[l];
    const LocationTerms& terms = pieces_.location(l);
    edge_.reset();
    forget();
    Parts constraints;
    for (const ConstraintTerms& constraint : terms.constraints) constraints.push_back(of(constraint));
    for (const RateTerms& rate : terms.rates)
        constraints.push_back(
            make(Tag::rate, {of_cell(places_.clocks, rate.clock), of(rate.rate, plain), of_condition(rate.condition)}));
    Parts bounds;
    for (const ClockBound& bound : pieces_.network().clock_bounds[l]) {
        const auto low = [](std::int64_t number) { return static_cast<std::int32_t>(number & 0xFFFFFFFF); };
        const auto high = [](std::int64_t number) { return static_cast<std::int32_t>(number >> 32); };
        bounds.push_back(make(Tag::rate, {of_cell(places_.clocks, bound.clock), low(bound.lower), high(bound.lower),
                                          low(bound.upper), high(bound.upper)}));
    }
    return make(Tag::location,
                {location.urgent ? 1 : 0, location.committed ? 1 : 0, location.obstacle >= 0 ? 1 : 0,
                 of_condition(terms.invariant), make_sorted(Tag::all, constraints), make_sorted(Tag::all, bounds)});
}

Form Forms::of_network() {
    edge_.reset();
    forget();
    return make(Tag::network, {of(pieces_.before()), of(pieces_.after())});
}

Form Forms::of(const Formula& formula) {
    edge_.reset();
    Parts operands;
    for (const Formula& operand : formula.operands) operands.push_back(of(operand));
    switch (formula.kind) {
        case Formula::Kind::constant: return truth(formula.value);
        case Formula::Kind::location:
            return make(Tag::formula, {static_cast<std::int32_t>(exchange_.process(formula.process)),
                                       static_cast<std::int32_t>(formula.number)});
        case Formula::Kind::discrete: return make(Tag::truth, {of_condition(pieces_.leaf(formula))});
        case Formula::Kind::clock: return of(pieces_.constraint(formula));
        case Formula::Kind::deadlock: return make(Tag::deadlock, {});
        case Formula::Kind::negation: return make(Tag::negation, operands);
        case Formula::Kind::conjunction: return join(Tag::all, operands);
        case Formula::Kind::disjunction: return join(Tag::any, operands);
    }
    throw NotSymmetric{"the query is not understood"};
}

}  // namespace crowfly::symmetry
