#include "abstraction/predicates/system.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "network/analyses/value_ranges.hpp"

namespace crowfly::predicates {
namespace {

constexpr std::size_t most_errors = 256;        // disjuncts of the error condition
constexpr std::size_t most_combinations = 512;  // of edges in a transition

bool faults_in_goal(const Target& target, Terms& terms) {
    if (target.kind == Target::Kind::leaf)
        return target.leaf->kind == Formula::Kind::discrete && terms.graph().may_fault(terms.leaf(*target.leaf));
    return std::ranges::any_of(target.parts, [&](const Target& part) { return faults_in_goal(part, terms); });
}

}  // namespace

Context::Context(const Goal& goal_)
    : goal(goal_), network(goal_.network), target(target_of(goal_)), terms(goal_.network), reader(terms, ranges) {
    const ValueRanges known = find_value_ranges(network, goal.form.symmetry);
    may_stop = !known.is_known || known.may_stop || faults_in_goal(target, terms);
    for (const Slot& slot : network.slots) ranges.push_back(declared_values(slot));
}

System::System(Context& context, std::vector<ProcessIndex> processes)
    : context_(context), processes_(std::move(processes)), has_(context.network.processes.size()),
      is_timed_(context.network.processes.size()), invariants_(context.network.locations.size()) {
    for (const ProcessIndex process : processes_) has_[process] = true;
    find_visible();
    find_invariants();
    for (std::uint32_t t = 0; t < network().transitions.size(); ++t) {
        poll();
        add_steps(t);
    }
    add_errors();
}

// ---- Variables ------------------------------------------------------------------------------------------------------

void System::find_visible() {
    const Network& network = this->network();
    SlotSet written = network.update_footprint.writes, clocks_written = network.update_footprint.clock_writes;
    for (const Edge& edge : network.edges) {
        if (has_[edge.process]) continue;
        written.add(edge.footprint.writes);
        clocks_written.add(edge.footprint.clock_writes);
    }
    sees_.resize(network.slots.size());
    for (std::uint32_t slot = 0; slot < network.slots.size(); ++slot) {
        const bool is_location = slot < network.processes.size();
        sees_[slot] = is_location ? has_[slot] : !network.slots[slot].meta && !written.contains(slot);
    }
    rows_.resize(network.clocks.size());
    clocks_.push_back(0);
    for (ClockIndex clock = 1; clock < network.clocks.size(); ++clock) {
        const bool may_stop = std::ranges::any_of(network.rates, [&](const ClockRate& r) { return r.clock == clock; });
        if (may_stop || clocks_written.contains(clock)) continue;
        rows_[clock] = clocks_.size();
        clocks_.push_back(clock);
    }
}

bool System::is_visible(TermId term) const {
    if (!context_.reader.is_predicate(term)) return false;
    for (const std::uint32_t slot : context_.reader.info(term).reads.members()) {
        if (!sees_[slot]) return false;
    }
    return true;
}

void System::add_bounds(const Run& constraints, std::vector<Difference>& into) const {
    for (const ClockConstraint& constraint : constraints.of(network().constraints)) {
        const std::optional<Difference> difference = difference_of(constraint);
        if (difference && is_visible(*difference)) into.push_back(*difference);
    }
}

void System::find_invariants() {
    for (const ProcessIndex process : processes_) {
        const Run& locations = network().processes[process].locations;
        for (std::uint32_t number = 0; number < locations.count; ++number) {
            const std::size_t place = locations.first + number;
            add_bounds(network().locations[place].invariant.constraints, invariants_[place]);
            if (restrains_time(process, number)) is_timed_[process] = true;
        }
    }
}

const std::vector<Difference>& System::invariant(ProcessIndex process, std::uint32_t number) const {
    return invariants_[network().processes[process].locations.first + number];
}

bool System::may_delay(ProcessIndex process, std::uint32_t number) const {
    const Location& location = network().location(process, number);
    return !location.urgent && !location.committed;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

namespace {

// One way to choose for a process: its edges, and whether it may stay out.
struct Choice {
    std::vector<EdgeIndex> edges;
    bool optional = false;
};

std::vector<Choice> choices_of(const Network& network, const Transition& transition) {
    std::vector<Choice> choices{{{transition.edge}, false}};
    if (transition.kind == Transition::Kind::binary) choices.push_back({{transition.partner}, false});
    for (const EdgeIndex e : transition.receivers.of(network.receivers)) {
        const bool same =
            choices.size() > 1 && network.edges[choices.back().edges[0]].process == network.edges[e].process;
        if (!same) choices.push_back({{}, true});
        choices.back().edges.push_back(e);
    }
    for (const VectorPart& part : transition.parts.of(network.parts)) {
        if (part.role == VectorPart::Role::absent) continue;
        Choice choice;
        choice.optional = part.role == VectorPart::Role::optional;
        for (const std::uint32_t e : network.processes[part.process].edges) {
            if (network.edges[e].sync == Sync::join && network.edges[e].channel == part.event)
                choice.edges.push_back(e);
        }
        choices.push_back(std::move(choice));
    }
    return choices;
}

}  // namespace

// What a transition does to the part: every combination of edges of those processes that take part and are in it. With
// too many combinations every state of the part counts as an error.
void System::add_steps(std::uint32_t transition) {
    std::vector<std::vector<EdgeIndex>> combinations{{}};
    for (const Choice& choice : choices_of(network(), network().transitions[transition])) {
        if (choice.edges.empty()) {
            if (!choice.optional) return;
            continue;
        }
        if (!has_[network().edges[choice.edges[0]].process]) continue;
        std::vector<std::vector<EdgeIndex>> more;
        for (const std::vector<EdgeIndex>& combination : combinations) {
            if (choice.optional) more.push_back(combination);
            for (const EdgeIndex e : choice.edges) {
                more.push_back(combination);
                more.back().push_back(e);
            }
        }
        combinations = std::move(more);
        if (combinations.size() > most_combinations) {
            gave_up_ = true;
            return;
        }
    }
    for (const std::vector<EdgeIndex>& combination : combinations) {
        if (!combination.empty()) add_step(transition, combination);
    }
}

void System::add_step(std::uint32_t transition, const std::vector<EdgeIndex>& edges) {
    if (!known_steps_.insert(edges).second) return;
    Step step{transition, edges, {}, {}, Substitution(context_.terms, context_.reader), false, {}, {}, {}};
    std::vector<std::uint32_t> cells;
    for (const EdgeIndex e : edges) {
        const Edge& edge = network().edges[e];
        bool is_alone = true;  // in using its inputs: edges may share cells
        for (const Select& select : edge.selects.of(network().selects)) {
            if (std::ranges::find(cells, select.local) != cells.end()) is_alone = false;
        }
        for (const Select& select : edge.selects.of(network().selects)) {
            cells.push_back(select.local);
            if (is_alone)
                step.inputs.emplace_back(static_cast<std::int32_t>(select.local),
                                         ValueSet::between(select.least, select.greatest));
        }
        add_guards(edge, is_alone, step);
        add_effect(edge, is_alone, step);
        const Location& target = network().location(edge.process, edge.target);
        if (target.invariant.discrete) add_condition(context_.terms.invariant(target), step.invariants);
        const Location& source = network().location(edge.process, edge.source);
        if (source.invariant.discrete) add_condition(context_.terms.invariant(source), step.guards);
    }
    step.changes_integers = !step.guards.empty() || !step.invariants.empty();
    for (std::uint32_t slot = 0; slot < sees_.size(); ++slot) {
        step.changes_integers |= slot >= network().processes.size() && sees_[slot] && step.effect.writes(slot);
    }
    steps_.push_back(std::move(step));
}

// Where an error disables a transition, a state in which a condition has no value satisfies neither it nor its
// negation. Such conditions are left out, which allows more.
bool System::may_lack_value(TermId term) const {
    return network().faults_disable && context_.terms.graph().may_fault(term);
}

void System::add_condition(TermId term, std::vector<TermLiteral>& into) const {
    if (!may_lack_value(term)) into.push_back({term, true});
}

void System::add_guards(const Edge& edge, bool reads_inputs, Step& step) {
    if (edge.obstacle >= 0) return;
    for (const Clause& clause : edge.guard_clauses.of(network().clauses)) {
        const TermId term = context_.terms.clause(clause);
        const TermInfo& info = context_.reader.info(term);
        if (!info.is_opaque && (reads_inputs || !info.has_inputs)) add_condition(term, step.guards);
    }
    add_bounds(edge.constraints, step.clock_guards);
}

void System::add_effect(const Edge& edge, bool reads_inputs, Step& step) {
    Substitution own(context_.terms, context_.reader);
    const Effect effect = context_.terms.update(edge);
    if (effect.call || edge.obstacle >= 0 || !reads_inputs) {
        for (const std::uint32_t slot : edge.footprint.writes.members()) own.forget(slot);
        for (const std::uint32_t clock : edge.footprint.clock_writes.members()) {
            if (row(clock) != 0) step.clock_effects.push_back({clock, 0, std::nullopt});
        }
    } else {
        for (const Effect::Assignment& assignment : effect.assignments) {
            if (may_lack_value(assignment.value))
                own.forget(assignment.slot);
            else
                own.assign(assignment.slot, assignment.value);
        }
        add_clock_effects(effect, step);
    }
    own.assign(edge.process, context_.terms.graph().constant(static_cast<std::int32_t>(edge.target)));
    own.precede(step.effect);
    step.effect = std::move(own);
}

void System::add_clock_effects(const Effect& effect, Step& step) const {
    for (const Effect::ClockAssignment& assignment : effect.clocks) {
        if (row(assignment.clock) == 0) continue;
        Step::ClockEffect own{assignment.clock, assignment.source, context_.terms.graph().value(assignment.value)};
        if (assignment.source != 0 && row(assignment.source) == 0) own.value = std::nullopt;
        step.clock_effects.push_back(own);
    }
}

// ---- The error condition --------------------------------------------------------------------------------------------

void System::add_errors() {
    errors_ = errors_of(context_.target);
    if (gave_up_ || errors_.size() > most_errors) errors_ = {{}};
}

std::vector<ErrorCase> System::errors_of(const Target& target) const {
    if (target.kind == Target::Kind::leaf) return error_of_leaf(target);
    std::vector<ErrorCase> all;
    if (target.kind == Target::Kind::any) {
        for (const Target& part : target.parts) {
            for (ErrorCase& error : errors_of(part)) all.push_back(std::move(error));
            if (all.size() > most_errors) return {{}};
        }
        return all;
    }
    all.emplace_back();
    for (const Target& part : target.parts) {
        const std::vector<ErrorCase> more = errors_of(part);
        std::vector<ErrorCase> both;
        if (all.size() * more.size() > most_errors) continue;  // without this conjunct, more states are errors
        const auto append = [](auto& list, const auto& others) {
            list.insert(list.end(), others.begin(), others.end());
        };
        for (const ErrorCase& one : all) {
            for (const ErrorCase& other : more) {
                both.push_back(one);
                append(both.back().at, other.at);
                append(both.back().not_at, other.not_at);
                append(both.back().integers, other.integers);
                append(both.back().clocks, other.clocks);
            }
        }
        all = std::move(both);
    }
    return all;
}

std::vector<ErrorCase> System::error_of_leaf(const Target& target) const {
    const Formula& leaf = *target.leaf;
    ErrorCase error;
    switch (leaf.kind) {
        case Formula::Kind::constant:
            return leaf.value == target.wanted ? std::vector<ErrorCase>{{}} : std::vector<ErrorCase>{};
        case Formula::Kind::location:
            if (has_[leaf.process])
                (target.wanted ? error.at : error.not_at).push_back(predicate_of(leaf.process, leaf.number));
            break;
        case Formula::Kind::discrete: {
            const TermId term = context_.terms.leaf(leaf);
            if (is_visible(term) && !may_lack_value(term)) error.integers.push_back({term, target.wanted});
            break;
        }
        case Formula::Kind::clock: {
            ClockConstraint constraint = leaf.constraint;
            std::optional<Difference> difference = difference_of(constraint);
            if (!difference || (!target.wanted && !constraint.bound.is_constant())) break;
            if (!target.wanted) difference = difference->negated();
            if (is_visible(*difference)) error.clocks.push_back(*difference);
            break;
        }
        default: break;
    }
    return {error};
}

// ---- Predicates -----------------------------------------------------------------------------------------------------

std::vector<Predicate> System::syntactic_predicates() const {
    std::vector<Predicate> all;
    bool holds = false;
    const auto add_term = [&](TermLiteral literal) {
        if (is_visible(literal.term)) all.push_back(predicate_of(context_.terms.graph(), literal, holds));
    };
    const auto add_differences = [&](const std::vector<Difference>& differences) {
        for (const Difference& difference : differences) all.push_back(predicate_of(difference, holds));
    };
    for (const ProcessIndex process : processes_) {
        for (std::uint32_t number = 0; number < network().processes[process].locations.count; ++number) {
            all.push_back(predicate_of(process, number));
            add_differences(invariant(process, number));
        }
    }
    for (const Step& step : steps_) {
        for (const TermLiteral& guard : step.guards) add_term(guard);
        for (const TermLiteral& condition : step.invariants) add_term(condition);
        add_differences(step.clock_guards);
    }
    for (const ErrorCase& error : errors_) {
        for (const TermLiteral& literal : error.integers) add_term(literal);
        add_differences(error.clocks);
    }
    return all;
}

}  // namespace crowfly::predicates
