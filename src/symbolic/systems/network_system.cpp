#include "symbolic/systems/network_system.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/alarm.hpp"
#include "symbolic/systems/digitised_clocks.hpp"
#include "symbolic/systems/relation_encoder.hpp"

namespace crowfly::symbolic {
namespace {

// ---- The order of the variables -------------------------------------------------------------------------------------

void add_leaves(Terms& terms, const Formula& formula, std::vector<RootTerm>& roots) {
    if (formula.kind == Formula::Kind::discrete) roots.push_back({terms.leaf(formula), {}});
    for (const Formula& operand : formula.operands) add_leaves(terms, operand, roots);
}

// A clock belongs to the processes that compare it.
void add_clocks(const Network& network, Terms& terms, std::vector<RootTerm>& roots) {
    for (const Edge& edge : network.edges) {
        for (ClockIndex c = 1; c < network.clocks.size(); ++c) {
            if (edge.footprint.clock_reads.contains(c) || edge.footprint.clock_writes.contains(c))
                roots.push_back({terms.graph().constant(1), {edge.process, slot_of_clock(network, c)}});
        }
    }
}

// Nothing: they cannot be taken apart, and need not be.
std::optional<EdgeTerms> terms_if_known(Terms& terms, const Edge& edge, Precision precision) try {
    return terms_of(terms, edge);
} catch (const NotSupported&) {
    if (precision == Precision::exact) throw;
    return std::nullopt;
}

std::vector<RootTerm> roots_of(const SystemGoal& goal, Terms& terms, const SystemOptions& options) {
    std::vector<RootTerm> roots;
    add_leaves(terms, goal.formula, roots);
    for (const Edge& edge : goal.network.edges) {
        poll();
        const std::optional<EdgeTerms> found = terms_if_known(terms, edge, options.precision);
        if (!found) continue;
        const EdgeTerms& made = *found;
        roots.push_back({made.guard, {edge.process}});
        if (made.channel) roots.push_back({*made.channel, {edge.process}});
        const bool is_conditional = goal.network.processes[edge.process].locations.count > 1;
        for (const Effect::Assignment& assignment : made.effect.assignments) {
            roots.push_back({assignment.value, {assignment.slot}});
            if (is_conditional) roots.back().slots.push_back(edge.process);
        }
    }
    for (const Transition& transition : goal.network.transitions) {
        if (transition.kind != Transition::Kind::binary) continue;
        roots.push_back(
            {terms.graph().constant(1),
             {goal.network.edges[transition.edge].process, goal.network.edges[transition.partner].process}});
    }
    for (const Location& location : goal.network.locations) {
        if (location.invariant.discrete) roots.push_back({terms.invariant(location), {}});
    }
    add_clocks(goal.network, terms, roots);
    return roots;
}

constexpr std::size_t most_nodes_of_goal = 5'000;

const std::string& name_of_slot(const Network& network, std::uint32_t slot) {
    return slot < network.slots.size() ? network.slots[slot].name
                                       : network.clocks[slot - network.slots.size() + 1].name;
}

SlotOrder order_of(const SystemGoal& goal, Terms& terms, const SystemOptions& options) {
    SlotOrder order(goal.network.slots.size() + goal.network.clocks.size() - 1);
    std::iota(order.begin(), order.end(), 0U);
    if (options.order == OrderKind::force) {
        const std::vector<RootTerm> roots = roots_of(goal, terms, options);
        std::vector<bool> free(order.size());
        for (std::size_t slot = 0; slot < goal.network.slots.size(); ++slot)
            free[slot] = goal.network.slots[slot].any_initial && is_moved_by_few_inputs(goal.network);
        order = force_order(terms.graph(), free, roots);
    }
    if (options.precision == Precision::relaxed)
        std::erase_if(order, [&](std::uint32_t slot) { return slot >= goal.network.slots.size(); });
    std::map<std::string_view, std::size_t> place;
    if (options.advice != nullptr) {
        for (const std::string& name : options.advice->order) place.emplace(name, place.size());
    }
    std::ranges::stable_sort(order, {}, [&](std::uint32_t slot) {
        const auto found = place.find(name_of_slot(goal.network, slot));
        return found == place.end() ? place.size() : found->second;
    });
    return order;
}

// ---- States and formulas --------------------------------------------------------------------------------------------

class Encoder {
public:
    Encoder(const SystemGoal& goal, const SystemOptions& options, Terms& terms, const StateVariables& variables,
            Diagrams& diagrams, TransitionSystem& into)
        : goal_(goal), options_(options), network_(goal.network), terms_(terms), variables_(variables), into_(into),
          relations_(goal.network, terms, variables, diagrams, options) {}

    void encode() {
        if (!is_relaxed()) find_clauses();
        into_.invariant = invariant();
        into_.legal = into_.invariant;
        for (const std::uint32_t slot : variables_.from_last()) into_.legal &= variables_.is_legal(slot);
        add_relations();
        if (network_.clocks.size() > 1 && !is_relaxed()) into_.delay = relations_.delay(into_);
        into_.initial = into_.delayed(initial() & into_.invariant);
        if (!clauses_.empty()) {
            add_goal_in_parts();
        } else {
            into_.goal = formula(goal_.formula, goal_.wanted) & into_.legal;
        }
        into_.faults = (relations_.faults() | faults_) & into_.legal;
        if (options_.advice != nullptr) add_hints(options_.advice->hints);
    }

private:
    bool is_relaxed() const { return options_.precision == Precision::relaxed; }

    // Of a circuit with many inputs: what is looked for, and where it cannot be reached any more.
    void find_clauses() {
        if (!network_.features.inputs || network_.edges.size() != 1 || is_moved_by_few_inputs(network_)) return;
        const std::optional<TermLiteral> literal = literal_of_formula(terms_, goal_.formula, goal_.wanted);
        if (!literal) return;
        clauses_ = clauses_of(terms_.graph(), *literal);
        relations_.avoid(find_traps(terms_, terms_of(terms_, network_.edges.front()).effect, clauses_));
    }

    // A hint that cannot be evaluated in a state does not hold there, which is no fault of the model.
    void add_hints(const std::vector<Formula>& hints) {
        for (const Formula& hint : hints) into_.hints.push_back(formula(hint, true) & into_.legal);
    }

    // The conjunction of the clauses, unless it is large.
    void add_goal_in_parts() {
        std::vector<Bdd> parts{into_.legal};
        for (const TermClause& clause : clauses_) {
            poll();
            const Bdd own = relations_.holds(clause);
            Bdd joined = parts.back() & own;
            if (nodes_of(joined) > most_nodes_of_goal)
                parts.push_back(own);
            else
                parts.back() = std::move(joined);
        }
        if (parts.size() == 1) {
            into_.goal = std::move(parts.front());
            return;
        }
        Relation::Changes inputs;
        for (std::uint32_t slot = 0; slot < network_.slots.size(); ++slot) {
            const std::vector<VariableNumber>& own = variables_.slot(slot).now;
            if (network_.slots[slot].any_initial) inputs.freed.insert(inputs.freed.end(), own.begin(), own.end());
        }
        into_.goal_in_parts.emplace(variables_, std::move(parts), std::move(inputs), 0U);
    }

    Bdd initial() const {
        Bdd result = Diagrams::all();
        for (const std::uint32_t slot : variables_.from_last()) result &= initial(slot);
        return result;
    }

    Bdd initial(std::uint32_t slot) const {
        if (slot >= network_.slots.size()) {
            const Clock& clock = network_.clocks[slot - network_.slots.size() + 1];
            return variables_.holds(slot, std::min(clock.initial, variables_.slot(slot).greatest));
        }
        Bdd result = network_.slots[slot].any_initial ? variables_.is_legal(slot)
                                                      : variables_.holds(slot, network_.slots[slot].initial);
        if (slot < network_.processes.size()) {
            for (const std::uint32_t l : network_.processes[slot].also_initial) result |= relations_.at(slot, l);
        }
        return result;
    }

    // Whether a term is not zero, or is zero or an error.
    Bdd truth_of(TermId term, bool wanted) try {
        const Operated& value = relations_.diagrams_of_terms().evaluate(term, relations_.environment());
        if (!network_.faults_disable) faults_ |= value.faults;
        const Bdd holds = is_not_zero(value.value) - value.faults;
        return wanted ? holds : !holds;
    } catch (const NotSupported&) {
        if (!is_relaxed()) throw;
        if (!network_.faults_disable) faults_ = Diagrams::all();
        return Diagrams::all();
    }

    // A slot that is freed may have a range that its digits exceed.
    Bdd invariant() {
        Bdd result = Diagrams::all();
        for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
            for (std::uint32_t l = 0; l < network_.processes[p].locations.count; ++l) {
                const Location& location = network_.location(p, l);
                Bdd own = relations_.clocks_allow(location.invariant.constraints, location.invariant.footprint);
                // What happens there is not known.
                if (is_relaxed() && location.obstacle >= 0) faults_ |= relations_.at(p, l);
                if (location.invariant.discrete) own &= truth_of(terms_.invariant(location), true);
                result &= own | !relations_.at(p, l);
            }
        }
        for (const Edge& edge : network_.edges) {
            if (edge.selects.count == 0) continue;
            const std::optional<EdgeTerms> made = terms_if_known(terms_, edge, options_.precision);
            if (!made) continue;
            for (const std::optional<std::uint32_t>& slot : made->freed) {
                if (slot) result &= variables_.is_legal(*slot);
            }
        }
        return result;
    }

    void add_relations() {
        const bool splits = !mentions_deadlock(goal_.formula) && !is_relaxed();
        const bool priorities = has_known_priorities();
        std::map<Priority, std::vector<Relation>, std::greater<>> by_priority;
        for (std::uint32_t t = 0; t < network_.transitions.size(); ++t) {
            poll();
            if (options_.check) options_.check();
            const Priority priority = priorities ? relations_.priority(t) : Priority{};
            for (Relation& relation : relations_.encode(t, splits))
                by_priority[priority].push_back(std::move(relation));
        }
        Bdd busy;
        for (auto& [priority, relations] : by_priority) {
            for (Relation& relation : relations) {
                if (!busy.is_false()) relation.restrict_to(!busy);
                into_.relations.push_back(std::move(relation));
            }
            if (by_priority.size() > 1) busy = enabled();
        }
        sort_relations();
    }

    // Whether a transition is possible that comes first may depend on clocks.
    bool has_known_priorities() const try {
        if (!network_.features.priorities || (is_relaxed() && network_.clocks.size() > 1)) return false;
        for (std::uint32_t t = 0; t < network_.transitions.size(); ++t) relations_.priority(t);
        return true;
    } catch (const NotSupported&) {
        if (!is_relaxed()) throw;
        return false;
    }

    // Whether exactly those states have a successor that have one in the network.
    bool knows_deadlocks() const {
        const bool ignores = network_.clocks.size() > 1 || network_.features.priorities != has_known_priorities();
        return !is_relaxed() || (!ignores && !relations_.is_relaxed());
    }

    // Relations over the same variables side by side.
    void sort_relations() { std::ranges::stable_sort(into_.relations, {}, &Relation::first_changed); }

    Bdd enabled() const { return into_.preimage(into_.legal); }

    // Where it holds, or where it fails; more than that where nothing is known of it.
    Bdd formula(const Formula& f, bool wanted) {
        const auto as_wanted = [&](const Bdd& holds) { return wanted ? holds : !holds; };
        switch (f.kind) {
            case Formula::Kind::constant: return f.value == wanted ? Diagrams::all() : Bdd();
            case Formula::Kind::location: return as_wanted(relations_.at(f.process, f.number));
            case Formula::Kind::discrete: return truth_of(terms_.leaf(f), wanted);
            case Formula::Kind::deadlock: return knows_deadlocks() ? as_wanted(!enabled()) : Diagrams::all();
            case Formula::Kind::negation: return formula(f.operands[0], !wanted);
            case Formula::Kind::clock:
                if (is_relaxed()) return Diagrams::all();
                return as_wanted(relations_.holds(f.constraint, f.footprint, code_of(network_, f)));
            case Formula::Kind::conjunction:
            case Formula::Kind::disjunction: {
                const bool all = (f.kind == Formula::Kind::conjunction) == wanted;
                Bdd result = all ? Diagrams::all() : Bdd();
                for (const Formula& operand : f.operands)
                    result = all ? result & formula(operand, wanted) : result | formula(operand, wanted);
                return result;
            }
        }
        return {};
    }

    const SystemGoal& goal_;
    const SystemOptions& options_;
    const Network& network_;
    Terms& terms_;
    const StateVariables& variables_;
    TransitionSystem& into_;
    RelationEncoder relations_;
    std::vector<TermClause> clauses_;  // of the goal
    Bdd faults_;
};

}  // namespace

bool is_moved_by_few_inputs(const Network& network) {
    constexpr std::ptrdiff_t few = 10;
    return std::ranges::count_if(network.slots, &Slot::any_initial) <= few;
}

std::optional<NotSupported> obvious_obstacle(const SystemGoal& goal) {
    const Network& network = goal.network;
    if (network.features.clocks || mentions_clocks(goal.formula)) {
        if (std::optional<NotSupported> why = digital_obstacle(network, goal.formula, goal.wanted)) return why;
    }
    for (const Location& location : network.locations) {
        if (location.obstacle >= 0)
            return NotSupported{network.obstacles[static_cast<std::size_t>(location.obstacle)].reason, location.span};
    }
    return std::nullopt;
}

const Bdd& NetworkSystem::whole_goal() {
    if (system_.goal_in_parts) {
        system_.goal = Diagrams::all();
        for (const Bdd& part : system_.goal_in_parts->parts()) system_.goal &= part;
        system_.goal_in_parts.reset();
    }
    return system_.goal;
}

NetworkSystem::NetworkSystem(const SystemGoal& goal, const SystemOptions& options)
    : goal_(goal), terms_(goal.network, Terms::Effort::splitting),
      ranges_(find_value_ranges(goal.network, goal.symmetry)),
      clocks_(options.precision == Precision::exact ? last_values(goal.network, goal.formula)
                                                    : std::vector<std::int32_t>(1)),
      order_(order_of(goal_, terms_, options)),
      variables_(goal.network, ranges_, std::span(clocks_).subspan(1), order_),
      diagrams_(variables_.count(), options.limits) {
    Encoder(goal_, options, terms_, variables_, diagrams_, system_).encode();
    if (options.sifts) sift();
}

void NetworkSystem::sift() {
    std::vector<std::pair<VariableNumber, VariableNumber>> pairs;
    for (std::uint32_t slot = 0; slot < variables_.slots(); ++slot) {
        const SlotDigits& digits = variables_.slot(slot);
        for (std::size_t i = 0; i < digits.now.size(); ++i) pairs.emplace_back(digits.now[i], digits.next[i]);
    }
    diagrams_.sift(pairs);
    const auto place = [&](std::uint32_t slot) {
        const SlotDigits& digits = variables_.slot(slot);
        return digits.now.empty() ? -1 : Diagrams::place_of(digits.now.front());
    };
    std::ranges::stable_sort(order_, {}, place);
}

std::vector<std::string> NetworkSystem::order() const {
    std::vector<std::string> names;
    for (const std::uint32_t slot : order_) names.push_back(name_of_slot(goal_.network, slot));
    return names;
}

}  // namespace crowfly::symbolic
