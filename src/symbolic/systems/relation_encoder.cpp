#include "symbolic/systems/relation_encoder.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <stdexcept>

#include "base/alarm.hpp"
#include "symbolic/systems/assignments.hpp"
#include "symbolic/systems/digitised_clocks.hpp"

namespace crowfly::symbolic {
namespace {

// The inputs that these terms depend on.
class InputsUsed {
public:
    explicit InputsUsed(const TermGraph& graph) : graph_(graph) {}

    void add(TermId root) {
        std::vector<TermId> waiting{root};
        while (!waiting.empty()) {
            const TermId id = waiting.back();
            waiting.pop_back();
            if (!seen_.insert(id).second) continue;
            const Term& term = graph_[id];
            if (term.kind == Term::Kind::input) used_.insert(term.a);
            waiting.insert(waiting.end(), term.arguments().begin(), term.arguments().end());
        }
    }
    bool contains(std::int32_t cell) const { return used_.contains(cell); }

private:
    const TermGraph& graph_;
    std::set<TermId> seen_;
    std::set<std::int32_t> used_;
};

// What is assigned is checked to be in the range of the slot. Of a select with a smaller range that says nothing, nor
// of a condition where the range is larger.
void drop_idle_checks(const Terms& terms, std::span<const Select> selects, Effect& effect) {
    const TermGraph& graph = terms.graph();
    TruthTerms truths(terms);
    const auto is_idle = [&](TermId id) {
        const Term& check = graph[id];
        if (check.kind != Term::Kind::check) return false;
        if (check.a <= 0 && check.b >= 1 && truths.contains(check.operands[0]))
            return !graph.may_fault(check.operands[0]);
        const Term& operand = graph[check.operands[0]];
        return operand.kind == Term::Kind::input && std::ranges::any_of(selects, [&](const Select& select) {
                   return static_cast<std::int32_t>(select.local) == operand.a && check.a <= select.least &&
                          select.greatest <= check.b;
               });
    };
    std::erase_if(effect.evaluated, is_idle);
    for (Effect::Assignment& assignment : effect.assignments) {
        if (is_idle(assignment.value)) assignment.value = graph[assignment.value].operands[0];
    }
}

// A select that is only handed on to a slot of the same range gives it any value.
std::vector<std::optional<std::uint32_t>> freed_slots(Terms& terms, const Edge& edge, const EdgeTerms& made) {
    const Network& network = terms.network();
    const TermGraph& graph = terms.graph();
    std::map<std::int32_t, std::uint32_t> handed_on;
    InputsUsed used(graph);
    used.add(made.guard);
    if (made.channel) used.add(*made.channel);
    for (const TermId term : made.effect.evaluated) used.add(term);
    for (const Effect::ClockAssignment& assignment : made.effect.clocks) used.add(assignment.value);
    for (const Effect::Assignment& assignment : made.effect.assignments) {
        const Term& value = graph[assignment.value];
        if (value.kind != Term::Kind::input || !handed_on.emplace(value.a, assignment.slot).second)
            used.add(assignment.value);
    }
    std::vector<std::optional<std::uint32_t>> result;
    for (const Select& select : edge.selects.of(network.selects)) {
        result.emplace_back();
        const auto cell = static_cast<std::int32_t>(select.local);
        const auto found = handed_on.find(cell);
        if (found == handed_on.end() || used.contains(cell)) continue;
        const Slot& slot = network.slots[found->second];
        if (slot.least == select.least && slot.greatest == select.greatest) result.back() = found->second;
    }
    return result;
}

}  // namespace

EdgeTerms terms_of(Terms& terms, const Edge& edge) {
    if (edge.obstacle >= 0)
        throw NotSupported{terms.network().obstacles[static_cast<std::size_t>(edge.obstacle)].reason, edge.span};
    EdgeTerms made;
    made.guard = terms.guard(edge);
    if (edge.channel_program) made.channel = terms.value(terms.network().code, edge.channel_program, edge.enabling);
    made.effect = terms.update(edge);
    if (made.effect.call)
        throw NotSupported{"an update has a loop that no constant bounds, or assigns to an element of a large array",
                           edge.update_span};
    drop_idle_checks(terms, edge.selects.of(terms.network().selects), made.effect);
    made.freed = freed_slots(terms, edge, made);
    return made;
}

RelationEncoder::RelationEncoder(const Network& network, Terms& terms, const StateVariables& variables,
                                 Diagrams& diagrams, const SystemOptions& options)
    : network_(network), terms_(terms), variables_(variables), diagrams_(diagrams),
      most_nodes_per_part_(options.most_nodes_per_part),
      ignores_clocks_(options.precision == Precision::relaxed && network.clocks.size() > 1),
      relaxes_(options.precision == Precision::relaxed), numbers_(variables.numbers()), before_(numbers_),
      of_terms_(terms) {
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) {
        for (std::uint32_t l = 0; l < network.processes[p].locations.count; ++l) {
            if (network.location(p, l).committed) committed_ |= at(p, l);
        }
    }
}

const EdgeTerms& RelationEncoder::terms_of_edge(EdgeIndex edge) {
    const auto found = edges_.find(edge);
    if (found != edges_.end()) return found->second;
    return edges_.emplace(edge, terms_of(terms_, network_.edges[edge])).first->second;
}

// ---- One transition -------------------------------------------------------------------------------------------------

std::vector<Relation> RelationEncoder::encode(std::uint32_t number, bool splits) try {
    return encode_exactly(number, splits);
} catch (const NotSupported&) {
    if (!relaxes_) throw;
    return relaxed(number);
}

std::vector<Relation> RelationEncoder::encode_exactly(std::uint32_t number, bool splits) {
    const Transition& transition = network_.transitions[number];
    next_input_ = 0;
    Draft draft{Diagrams::all(), Diagrams::all(), Environment(numbers_), {}};
    std::vector<Part> parts{join(transition.edge, draft)};
    draft.condition &= parts.front().taken;
    parts.front().taken = Diagrams::all();
    if (transition.kind == Transition::Kind::binary) {
        Part partner = join(transition.partner, draft);
        draft.condition &= partner.taken & channels_agree(parts.front(), partner);
        partner.taken = Diagrams::all();
        parts.push_back(std::move(partner));
    } else if (transition.kind != Transition::Kind::internal) {
        add_groups(transition, draft, parts);
    }
    obey_commitment(parts, draft);
    if (draft.condition.is_false()) return {};
    apply(terms_.effect(network_.before_update, network_.update_footprint), Diagrams::all(), draft);
    for (const Part& part : parts) update(part, draft);
    apply(terms_.effect(network_.after_update, network_.update_footprint), Diagrams::all(), draft);
    return relations_of(number, draft, parts, splits);
}

Operated RelationEncoder::evaluate(TermId term, const Part& part) {
    if (part.inputs.empty()) return of_terms_.evaluate(term, before_);
    Environment own(numbers_);
    for (const auto& [cell, value] : part.inputs) own.set_input(cell, value);
    return of_terms_.evaluate(term, own);
}

// The edge with fresh inputs. It is taken where it is at its source and its guard holds.
RelationEncoder::Part RelationEncoder::join(EdgeIndex index, Draft& draft) {
    const Edge& edge = network_.edges[index];
    const EdgeTerms& terms = terms_of_edge(index);
    Part part{index, {}, at(edge.process, edge.source)};
    for (std::uint32_t s = 0; s < edge.selects.count; ++s) {
        const Select& select = network_.selects[edge.selects.first + s];
        if (select.least > select.greatest) part.taken = {};
        if (terms.freed[s]) {
            draft.freed.push_back(*terms.freed[s]);
            continue;
        }
        part.inputs.emplace_back(static_cast<std::int32_t>(select.local), fresh(select.least, select.greatest, draft));
    }
    const Operated guard = evaluate(terms.guard, part);
    if (!network_.faults_disable) faults_ |= exists(part.taken & guard.faults & draft.condition, draft.inputs);
    part.taken &= is_not_zero(guard.value) - guard.faults;
    part.taken &= clocks_allow(edge.constraints, edge.enabling);
    return part;
}

Number RelationEncoder::fresh(std::int64_t least, std::int64_t greatest, Draft& draft) {
    Number own;
    const auto digits = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(greatest - least)));
    for (std::size_t i = 0; i < digits; ++i) {
        if (next_input_ == inputs_.size()) inputs_.push_back(diagrams_.add_variable());
        const Bdd variable = Diagrams::literal(inputs_[next_input_++]);
        draft.inputs &= variable;
        own.digits.push_back(variable);
    }
    own.digits.emplace_back();
    draft.condition -= less(number(greatest - least), own);
    return sum(own, number(least));
}

Bdd RelationEncoder::channels_agree(const Part& a, const Part& b) {
    const auto channel = [&](const Part& part) {
        const std::optional<TermId> term = terms_of_edge(part.edge).channel;
        return term ? evaluate(*term, part).value : number(network_.edges[part.edge].channel);
    };
    return equal(channel(a), channel(b));
}

// ---- Clocks ---------------------------------------------------------------------------------------------------------

// Bounds and conditions that depend on selects are not known outside of their edge.
Operated RelationEncoder::value_of(const ClockTerm& clock_term, std::int32_t otherwise) {
    if (!clock_term.program) return {number(otherwise), {}};
    const TermId term = terms_.value(clock_term.code, clock_term.program, clock_term.footprint);
    Environment own(numbers_);
    try {
        return of_terms_.evaluate(term, own);
    } catch (const std::out_of_range&) {
        throw NotSupported{"a clock is compared with a select", clock_term.span};
    }
}

Bdd RelationEncoder::holds(const ClockConstraint& constraint, const Footprint& footprint, const Bytecode& code) {
    const auto value = [&](Program program, std::int32_t otherwise) {
        return value_of({program, footprint, code, constraint.span}, otherwise);
    };
    const Operated bound = value(constraint.bound.program, constraint.bound.least);
    const bool is_upper = constraint.left != 0;
    const Number& clock = numbers_[slot_of_clock(network_, is_upper ? constraint.left : constraint.right)];
    const Number& other = bound.value;
    // left - right <= bound, where the bound may be negated: x <= n, or 0 - x <= -n.
    const Number limit = constraint.negated == is_upper ? difference(number(0), other) : other;
    Bdd result = is_upper ? !less(limit, clock) : !less(clock, limit);
    if (constraint.strict) result = is_upper ? less(clock, limit) : less(limit, clock);
    if (constraint.condition) result |= !is_not_zero(value(constraint.condition, 1).value);
    return result;
}

Bdd RelationEncoder::clocks_allow(Run constraints, const Footprint& footprint) {
    Bdd result = Diagrams::all();
    if (ignores_clocks_) {
        add_faults(constraints, footprint);
        return result;
    }
    for (const ClockConstraint& constraint : constraints.of(network_.constraints))
        result &= holds(constraint, footprint, network_.code);
    return result;
}

// While a location is urgent or committed, or an urgent channel is ready, no time passes.
Bdd RelationEncoder::urgent(const TransitionSystem& system) const {
    Bdd result = committed_;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        for (std::uint32_t l = 0; l < network_.processes[p].locations.count; ++l) {
            if (network_.location(p, l).urgent) result |= at(p, l);
        }
    }
    for (const Relation& relation : system.relations) {
        const Edge& sender = network_.edges[network_.transitions[relation.transition()].edge];
        if (sender.sync == Sync::none || sender.sync == Sync::join) continue;
        std::size_t urgent = 0;
        for (std::uint32_t c = 0; c < sender.channels; ++c) urgent += network_.channels[sender.channel + c].urgent;
        if (urgent == 0) continue;
        if (urgent < sender.channels)
            throw NotSupported{"whether a synchronisation is urgent depends on the state", sender.sync_span};
        result |= relation.preimage(system.legal);
    }
    return result;
}

std::optional<Relation> RelationEncoder::delay(const TransitionSystem& system) {
    Assignments assignments(variables_);
    assignments.condition = !urgent(system);
    assignments.inputs = Diagrams::all();
    for (ClockIndex c = 1; c < network_.clocks.size(); ++c) {
        const std::uint32_t slot = slot_of_clock(network_, c);
        const Number later = sum(numbers_[slot], number(1));
        const Number last = number(variables_.slot(slot).greatest);
        assignments.assign(slot, choice(less(last, later), last, later));
    }
    std::vector<Relation> made = assignments.relations(0, most_nodes_per_part_, false);
    return made.empty() ? std::nullopt : std::optional(std::move(made.front()));
}

// ---- Broadcasts and vectors -----------------------------------------------------------------------------------------

std::vector<RelationEncoder::Group> RelationEncoder::groups_of(const Transition& transition, Draft& draft) {
    std::vector<Group> groups;
    std::optional<ProcessIndex> last;
    for (const EdgeIndex e : transition.receivers.of(network_.receivers)) {
        if (last != network_.edges[e].process) groups.emplace_back();
        last = network_.edges[e].process;
        groups.back().edges.push_back(e);
    }
    for (const VectorPart& part : transition.parts.of(network_.parts)) {
        Group group{{}, part.role == VectorPart::Role::required};
        for (const std::uint32_t e : network_.processes[part.process].edges) {
            const Edge& edge = network_.edges[e];
            if (edge.sync != Sync::join || edge.channel != part.event) continue;
            if (part.role == VectorPart::Role::absent)
                draft.condition -= at(part.process, edge.source);
            else
                group.edges.push_back(e);
        }
        if (part.role != VectorPart::Role::absent) groups.push_back(std::move(group));
    }
    return groups;
}

void RelationEncoder::add_groups(const Transition& transition, Draft& draft, std::vector<Part>& parts) {
    const Part sender = parts.front();
    for (const Group& group : groups_of(transition, draft)) add_group(group, sender, draft, parts);
}

// Every process with an edge that can receive takes one of them. Where several can, a fresh variable chooses.
void RelationEncoder::add_group(const Group& group, const Part& sender, Draft& draft, std::vector<Part>& parts) {
    std::vector<Part> candidates;
    Bdd any;
    bool exclusive = true;
    bool declines = false;  // somebody may
    for (const EdgeIndex e : group.edges) {
        Part part = join(e, draft);
        if (network_.edges[e].sync == Sync::receive) part.taken &= channels_agree(sender, part);
        Bdd inputs = Diagrams::all();
        for (const auto& input : part.inputs) {
            for (const Bdd& digit : input.second.digits) {
                for (const VariableNumber v : support_of(digit)) inputs &= Diagrams::literal(v);
            }
        }
        const Bdd possible = exists(part.taken & draft.condition, inputs);
        exclusive = exclusive && (any & possible).is_false();
        if (may_decline(network_.edges[e]))
            declines = true;
        else
            any |= possible;
        candidates.push_back(std::move(part));
    }
    if (!exclusive || declines) {
        const auto last = static_cast<std::int64_t>(candidates.size()) - (declines ? 0 : 1);
        const Number chosen = fresh(0, last, draft);
        for (std::size_t c = 0; c < candidates.size(); ++c)
            candidates[c].taken &= equal(chosen, number(static_cast<std::int64_t>(c)));
    }
    Bdd taken;
    for (const Part& part : candidates) taken |= part.taken;
    draft.condition &= group.required ? taken : taken | !any;
    for (Part& part : candidates) parts.push_back(std::move(part));
}

void RelationEncoder::obey_commitment(const std::vector<Part>& parts, Draft& draft) {
    if (committed_.is_false()) return;
    Bdd leaves;
    for (const Part& part : parts) {
        const Edge& edge = network_.edges[part.edge];
        if (network_.location(edge.process, edge.source).committed) leaves |= part.taken;
    }
    draft.condition &= leaves | !committed_;
}

// ---- Effects --------------------------------------------------------------------------------------------------------

void RelationEncoder::update(const Part& part, Draft& draft) {
    const Edge& edge = network_.edges[part.edge];
    for (const auto& [cell, value] : part.inputs) draft.after.set_input(cell, value);
    apply(terms_of_edge(part.edge).effect, part.taken, draft);
    if (edge.target != edge.source)
        draft.after.set(edge.process, choice(part.taken, number(edge.target), draft.after.slot(edge.process)));
}

void RelationEncoder::apply(const Effect& effect, const Bdd& taken, Draft& draft) {
    if (effect.call) throw NotSupported{"an update has a loop that no constant bounds"};
    Bdd faults;
    std::vector<std::pair<std::uint32_t, Number>> values;
    for (const TermId term : effect.evaluated) faults |= of_terms_.evaluate(term, draft.after).faults;
    for (const Effect::Assignment& assignment : effect.assignments) {
        if (std::ranges::find(draft.freed, assignment.slot) != draft.freed.end()) continue;
        if (const auto trap = std::ranges::find(traps_, assignment.slot, &Trap::slot); trap != traps_.end()) {
            values.emplace_back(assignment.slot, number(trap->value ? 1 : 0));
            continue;
        }
        const Operated& value = of_terms_.evaluate(assignment.value, draft.after);
        faults |= value.faults;
        values.emplace_back(assignment.slot, choice(taken, value.value, draft.after.slot(assignment.slot)));
    }
    for (const Effect::ClockAssignment& assignment : effect.clocks) {
        if (ignores_clocks_ && assignment.source != 0) continue;
        const std::uint32_t slot = slot_of_clock(network_, assignment.clock);
        const Operated& value = of_terms_.evaluate(assignment.value, draft.after);
        faults |= value.faults | value.value.sign();
        if (ignores_clocks_) continue;
        const Number last = number(variables_.slot(slot).greatest);
        const Number kept = choice(less(last, value.value), last, value.value);
        values.emplace_back(slot, choice(taken, kept, draft.after.slot(slot)));
    }
    faults &= taken;
    if (!network_.faults_disable) faults_ |= exists(draft.condition & faults, draft.inputs);
    draft.condition -= faults;
    for (auto& [slot, value] : values) draft.after.set(slot, std::move(value));
}

// ---- Relations ------------------------------------------------------------------------------------------------------

Bdd RelationEncoder::holds(const TermClause& clause) {
    Bdd result;
    for (const TermLiteral& literal : clause) {
        const Bdd own = is_not_zero(of_terms_.evaluate(literal.term, before_).value);
        result |= literal.holds ? own : !own;
    }
    return result;
}

std::optional<InputStep> RelationEncoder::input_step(const std::vector<Part>& parts) {
    const EdgeTerms& terms = terms_of_edge(parts.front().edge);
    if (parts.size() != 1 || terms.freed.empty()) return std::nullopt;
    InputStep step{parts.front().edge, {}};
    for (const std::optional<std::uint32_t>& slot : terms.freed) {
        if (!slot) return std::nullopt;
        step.slots.push_back(*slot);
    }
    return step;
}

std::vector<Relation> RelationEncoder::relations_of(std::uint32_t transition, Draft& draft,
                                                    const std::vector<Part>& parts, bool splits) {
    Assignments assignments(variables_);
    assignments.condition = draft.condition;
    assignments.inputs = draft.inputs;
    for (const auto& [slot, value] : draft.after.changed()) assignments.assign(slot, value);
    for (const std::uint32_t slot : draft.freed) assignments.free(slot);
    for (const Trap& trap : traps_) {
        for (const TermClause& clause : clauses_of(terms_.graph(), {trap.next, trap.value}))
            assignments.requirements.push_back(holds(clause));
    }
    std::vector<Relation> result = assignments.relations(transition, most_nodes_per_part_, splits);
    for (Relation& relation : result) relation.inputs = input_step(parts);
    return result;
}

Priority RelationEncoder::priority(std::uint32_t number) const {
    const Transition& transition = network_.transitions[number];
    const Edge& sender = network_.edges[transition.edge];
    if (sender.channels > 1) {
        for (std::uint32_t c = 1; c < sender.channels; ++c) {
            if (network_.channels[sender.channel + c].priority != network_.channels[sender.channel].priority)
                throw NotSupported{"the priority of a synchronisation depends on the state", sender.sync_span};
        }
    }
    Priority result{sender.sync == Sync::none ? network_.internal_priority : network_.channels[sender.channel].priority,
                    network_.processes[sender.process].priority};
    const auto add = [&](ProcessIndex process, bool always) {
        const int own = network_.processes[process].priority;
        if (own > result.process && !always)
            throw NotSupported{"the priority of a broadcast depends on who receives it", sender.sync_span};
        result.process = std::max(result.process, own);
    };
    if (transition.kind == Transition::Kind::binary) add(network_.edges[transition.partner].process, true);
    for (const EdgeIndex e : transition.receivers.of(network_.receivers)) add(network_.edges[e].process, false);
    for (const VectorPart& part : transition.parts.of(network_.parts))
        if (part.role != VectorPart::Role::absent) add(part.process, part.role == VectorPart::Role::required);
    return result;
}

}  // namespace crowfly::symbolic
