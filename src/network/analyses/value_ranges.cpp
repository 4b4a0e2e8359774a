#include "network/analyses/value_ranges.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "network/analyses/normal_forms.hpp"
#include "network/terms/term_values.hpp"
#include "network/terms/terms.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_parts = 20'000;        // slots, edges, transitions and receivers each
constexpr std::size_t most_evaluations = 60'000;  // of terms
constexpr std::size_t most_terms = 30'000;
constexpr std::size_t most_calls = 16;  // programs that are not taken apart: each took long to find out
// How often a set may grow before it is widened to the next constant of the model, to the declared range, and to all
// numbers.
constexpr std::uint32_t grown_enough = 20;
constexpr std::uint32_t grown_much = 60;
constexpr std::uint32_t grown_too_much = 64;
constexpr std::size_t most_thresholds = 300;
constexpr std::uint64_t many_selects = 10'000;  // values of the selects of an edge: searches have a limit
constexpr int narrowing_rounds = 2;
constexpr std::uint64_t effort_per_firing = 2'000;

class RangeAnalysis {
public:
    RangeAnalysis(const Network& network, const Symmetry* symmetry)
        : network_(network), starts_(start_values(network, symmetry)), terms_(network),
          values_(terms_, slots_, most_evaluations), parts_(network.edges.size()),
          invariants_(network.locations.size()), grown_(network.slots.size()), changed_at_(network.slots.size()),
          ran_at_(network.transitions.size()) {}

    std::optional<ValueRanges> run() {
        before_ = terms_.effect(network_.before_update, network_.update_footprint);
        after_ = terms_.effect(network_.after_update, network_.update_footprint);
        begin(slots_, reached_);
        ascend();
        for (int round = 0; round < narrowing_rounds && !is_exhausted(); ++round) {
            may_stop_ = false;
            descend();
        }
        check_guards();
        check_invariants();
        if (is_exhausted()) return std::nullopt;
        return ValueRanges{std::move(slots_), std::move(reached_), may_stop_, true};
    }

private:
    using Inputs = std::vector<std::pair<std::int32_t, ValueSet>>;

    // What is computed from the programs of an edge once it is needed.
    struct EdgeParts {
        TermId guard{};
        Effect update;
        Inputs inputs;
        bool are_read = false;
    };
    // An edge that fires, with its inputs as narrowed by its guard.
    struct Firing {
        const Edge* edge;
        Inputs inputs;
    };
    struct Contribution {
        std::vector<std::uint32_t> written;  // slots
        std::vector<const Edge*> fired;
    };

    // ---- Fixpoint

    void begin(std::vector<ValueSet>& slots, std::vector<bool>& reached) const {
        slots.clear();
        for (const Slot& slot : network_.slots) slots.push_back(slot.meta ? declared_values(slot) : ValueSet{});
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (network_.slots[i].any_initial) slots[i].add(declared_values(network_.slots[i]));
            for (const std::int32_t value : starts_[i]) slots[i].add(value);
        }
        reached.assign(network_.locations.size(), false);
        for (const Process& process : network_.processes) {
            for (const std::int32_t number : starts_[process.slot])
                reached[process.locations.first + static_cast<std::uint32_t>(number)] = true;
        }
    }

    void ascend() {
        into_ = &slots_;
        reached_into_ = &reached_;
        do {
            is_changed_ = false;
            for (std::uint32_t t = 0; t < network_.transitions.size() && !is_exhausted(); ++t) {
                poll();
                if (t % 16 == 0) values_.charge(1);
                if (!may_add(t)) continue;
                ran_at_[t] = ++now_;
                fire(network_.transitions[t]);
            }
        } while (is_changed_ && !is_exhausted());
    }

    // What all transitions add to the initial values contains what can be reached, if the sets they start from do.
    void descend() {
        std::vector<ValueSet> slots;
        std::vector<bool> reached;
        begin(slots, reached);
        into_ = &slots;
        reached_into_ = &reached;
        for (const Transition& transition : network_.transitions) {
            poll();
            fire(transition);
        }
        if (is_exhausted()) return;
        slots_ = std::move(slots);
        reached_ = std::move(reached);
    }

    bool is_exhausted() const {
        return values_.is_exhausted() || terms_.graph().size() > most_terms || calls_ > most_calls;
    }

    // Whether something that a transition depends on has changed since it was last fired.
    bool may_add(std::uint32_t t) const {
        const Transition& transition = network_.transitions[t];
        if (!is_reached(network_.edges[transition.edge])) return false;
        if (ran_at_[t] == 0 || network_.before_update || network_.after_update) return true;
        if (transition.kind == Transition::Kind::vector) return true;
        const auto has_changed = [&](EdgeIndex e) { return has_input_changed(network_.edges[e], ran_at_[t]); };
        if (std::ranges::any_of(edges_of(transition), has_changed)) return true;
        return std::ranges::any_of(transition.receivers.of(network_.receivers), has_changed);
    }

    bool has_input_changed(const Edge& edge, std::uint64_t since) const {
        if (changed_at_[edge.process] > since) return true;
        const Footprint& source = network_.location(edge.process, edge.source).invariant.footprint;
        const Footprint& target = network_.location(edge.process, edge.target).invariant.footprint;
        for (const SlotSet* reads : {&edge.footprint.reads, &edge.enabling.reads, &source.reads, &target.reads}) {
            for (const SlotSet::Range& range : reads->ranges()) {
                for (std::uint32_t slot = range.first; slot <= range.last; ++slot) {
                    if (changed_at_[slot] > since) return true;
                }
            }
        }
        return false;
    }

    void add(std::uint32_t slot, const ValueSet& values) {
        ValueSet& known = (*into_)[slot];
        const ValueSet before = known;
        if (!known.add(values)) return;
        is_changed_ = true;
        changed_at_[slot] = ++now_;
        if (into_ != &slots_ || slot < network_.processes.size()) return;
        if (++grown_[slot] > grown_enough) widen(slot, before, known);
    }

    // Every end that has moved moves on. A guard like n < 5 often stops it at a constant of the model.
    void widen(std::uint32_t slot, const ValueSet& before, ValueSet& known) {
        find_thresholds();
        const ValueSet declared = declared_values(network_.slots[slot]);
        const bool is_late = grown_[slot] > grown_much;
        std::int64_t least = known.least();
        std::int64_t greatest = known.greatest();
        if (known.least() < before.least()) {
            const auto next = thresholds_.upper_bound(known.least());
            const bool is_known = !is_late && next != thresholds_.begin();
            least = std::min<std::int64_t>(least, is_known ? *std::prev(next) : declared.least());
        }
        if (known.greatest() > before.greatest()) {
            const auto next = thresholds_.lower_bound(known.greatest());
            const bool is_known = !is_late && next != thresholds_.end();
            greatest = std::max<std::int64_t>(greatest, is_known ? *next : declared.greatest());
        }
        known.add(ValueSet::between(least, greatest));
        if (grown_[slot] > grown_too_much) known = ValueSet::anything();
    }

    // The constants of all terms so far.
    void find_thresholds() {
        for (; seen_terms_ < terms_.graph().size() && thresholds_.size() < most_thresholds; ++seen_terms_) {
            const auto constant = terms_.graph().value(static_cast<TermId>(seen_terms_));
            if (constant) thresholds_.insert(*constant);
        }
    }

    void add(const Scope& scope, const Contribution& contribution) {
        for (const std::uint32_t slot : contribution.written) add(slot, values_.slot(scope, slot));
        for (const Edge* edge : contribution.fired) {
            add(edge->process, ValueSet::of(static_cast<std::int32_t>(edge->target)));
            const std::uint32_t target = network_.processes[edge->process].locations.first + edge->target;
            if ((*reached_into_)[target]) continue;
            (*reached_into_)[target] = true;
            is_changed_ = true;
            changed_at_[edge->process] = ++now_;
        }
    }

    // ---- Transitions

    void fire(const Transition& transition) {
        count_effort(effort_per_firing);
        Scope scope = values_.scope();
        std::vector<Firing> firings;
        for (const EdgeIndex e : edges_of(transition)) {
            if (!enter(e, scope)) return;
            firings.push_back({&network_.edges[e], scope.inputs});
        }
        const Scope before = scope;
        Contribution contribution;
        if (!apply(before_, scope, contribution)) return;
        for (const Firing& firing : firings) {
            if (!apply(firing, scope, contribution)) return;
        }
        if (!join_others(transition, before, scope, contribution)) return;
        if (!apply(after_, scope, contribution)) return;
        for (const Firing& firing : firings) {
            if (!values_.assume(invariant_of(firing.edge->process, firing.edge->target), true, scope)) return;
        }
        add(scope, contribution);
    }

    // Narrows the scope to the states in which the edge is enabled, clocks aside. False: there is none.
    bool enter(EdgeIndex e, Scope& scope) {
        const Edge& edge = network_.edges[e];
        if (!is_reached(edge)) return false;
        const EdgeParts& parts = parts_of(e);
        values_.set_slot(scope, edge.process, ValueSet::of(static_cast<std::int32_t>(edge.source)));
        values_.set_inputs(scope, parts.inputs);
        for (const auto& [cell, values] : parts.inputs) {
            if (values.empty()) return false;
        }
        return values_.assume(invariant_of(edge.process, edge.source), true, scope) &&
               values_.assume(parts.guard, true, scope);
    }

    bool apply(const Firing& firing, Scope& scope, Contribution& contribution) {
        const auto e = static_cast<EdgeIndex>(firing.edge - network_.edges.data());
        may_stop_ |= firing.edge->obstacle >= 0;
        values_.set_inputs(scope, firing.inputs);
        if (!apply(parts_of(e).update, scope, contribution)) return false;
        values_.set_slot(scope, firing.edge->process, ValueSet::of(static_cast<std::int32_t>(firing.edge->target)));
        contribution.fired.push_back(firing.edge);
        return true;
    }

    // False: it always has a run-time error.
    bool apply(const Effect& effect, Scope& scope, Contribution& contribution) {
        if (effect.call) {
            may_stop_ = true;
            for (const std::uint32_t slot : effect.footprint.writes.members()) {
                if (slot < network_.processes.size()) continue;
                values_.set_slot(scope, slot, declared_values(network_.slots[slot]));
                contribution.written.push_back(slot);
            }
            return true;
        }
        bool is_possible = true;
        const auto evaluate = [&](TermId term) {
            TermValues::Result result = values_.evaluate(term, scope);
            may_stop_ |= result.faults && !network_.faults_disable;
            is_possible = is_possible && !result.values.empty();
            return result.values;
        };
        for (const TermId term : effect.evaluated) evaluate(term);
        std::vector<ValueSet> assigned;
        for (const Effect::Assignment& assignment : effect.assignments) assigned.push_back(evaluate(assignment.value));
        if (!is_possible) return false;
        for (std::size_t i = 0; i < assigned.size(); ++i) {
            values_.set_slot(scope, effect.assignments[i].slot, assigned[i]);
            contribution.written.push_back(effect.assignments[i].slot);
        }
        return true;
    }

    // The receivers of a broadcast and the other processes of a vector: any of them may take part. Their guards are
    // evaluated before anything is updated; their updates run one after the other. False: one that must take part
    // cannot.
    bool join_others(const Transition& transition, const Scope& before, Scope& scope, Contribution& contribution) {
        for (const EdgeIndex e : transition.receivers.of(network_.receivers))
            join_other(e, before, scope, contribution);
        for (const VectorPart& part : transition.parts.of(network_.parts)) {
            if (part.role == VectorPart::Role::absent) continue;
            bool is_possible = part.role == VectorPart::Role::optional;
            for (const std::uint32_t e : network_.processes[part.process].edges) {
                if (network_.edges[e].sync != Sync::join || network_.edges[e].channel != part.event) continue;
                if (join_other(e, before, scope, contribution)) is_possible = true;
            }
            if (!is_possible) return false;
        }
        return true;
    }

    bool join_other(EdgeIndex e, const Scope& before, Scope& scope, Contribution& contribution) {
        poll();
        values_.charge(scope.narrowed.size() / 16);
        Scope entered = before;
        if (!enter(e, entered)) return false;
        Scope joined = scope;
        for (const auto& [slot, values] : entered.narrowed) {
            if (std::ranges::find(contribution.written, slot) == contribution.written.end())
                values_.set_slot(joined, slot, values);
        }
        if (!apply(Firing{&network_.edges[e], entered.inputs}, joined, contribution)) return false;
        Scope either = values_.scope();
        for (const auto& [slot, values] : joined.narrowed) {
            ValueSet both = values;
            both.add(values_.slot(scope, slot));
            values_.set_slot(either, slot, both);
        }
        scope = std::move(either);
        return true;
    }

    // ---- What may go wrong

    void note(TermId term, const Scope& scope) {
        may_stop_ |= values_.evaluate(term, scope).faults && !network_.faults_disable;
    }

    void note(Run constraints, const Footprint& footprint, const Scope& scope) {
        for (const ClockConstraint& constraint : constraints.of(network_.constraints)) {
            note(terms_.value(network_.code, constraint.condition, footprint), scope);
            note(terms_.bound(constraint.bound, footprint), scope);
        }
    }

    void check_guards() {
        for (EdgeIndex e = 0; e < network_.edges.size() && !may_stop_ && !is_exhausted(); ++e) {
            const Edge& edge = network_.edges[e];
            if (!is_reached(edge)) continue;
            std::uint64_t selections = 1;
            for (const auto& [cell, values] : parts_of(e).inputs)
                selections *= std::min<std::uint64_t>(values.size(), many_selects);
            may_stop_ |= selections >= many_selects;
            Scope scope = values_.scope();
            values_.set_slot(scope, edge.process, ValueSet::of(static_cast<std::int32_t>(edge.source)));
            values_.set_inputs(scope, parts_of(e).inputs);
            if (!values_.assume(invariant_of(edge.process, edge.source), true, scope)) continue;
            note(parts_of(e).guard, scope);
            if (!values_.assume(parts_of(e).guard, true, scope)) continue;
            note(terms_.value(network_.code, edge.channel_program, edge.enabling), scope);
            note(edge.constraints, edge.enabling, scope);
        }
    }

    void check_invariants() {
        for (const Process& process : network_.processes) {
            for (std::uint32_t number = 0; number < process.locations.count && !may_stop_; ++number) {
                const Location& location = network_.locations[process.locations.first + number];
                if (!reached_[process.locations.first + number] || is_exhausted()) continue;
                may_stop_ |= location.obstacle >= 0;
                check_invariant(process, number, location.invariant);
            }
        }
    }

    void check_invariant(const Process& process, std::uint32_t number, const Invariant& invariant) {
        Scope scope = values_.scope();
        values_.set_slot(scope, process.slot, ValueSet::of(static_cast<std::int32_t>(number)));
        note(invariant_of(process.slot, number), scope);
        note(invariant.constraints, invariant.footprint, scope);
        for (const ClockRate& rate : invariant.rates.of(network_.rates)) {
            note(terms_.value(network_.code, rate.condition, invariant.footprint), scope);
            const TermValues::Result value = values_.evaluate(terms_.bound(rate.rate, invariant.footprint), scope);
            may_stop_ |=
                value.faults || value.values.empty() || value.values.least() < 0 || value.values.greatest() > 1;
        }
    }

    // ---- Terms

    bool is_reached(const Edge& edge) const {
        return reached_[network_.processes[edge.process].locations.first + edge.source];
    }

    TermId invariant_of(ProcessIndex process, std::uint32_t number) {
        const std::uint32_t location = network_.processes[process].locations.first + number;
        std::optional<TermId>& known = invariants_[location];
        if (!known) {
            known = terms_.invariant(network_.locations[location]);
            if (terms_.graph()[*known].kind == Term::Kind::call) ++calls_;
        }
        return *known;
    }

    const EdgeParts& parts_of(EdgeIndex e) {
        EdgeParts& parts = parts_[e];
        if (parts.are_read) return parts;
        const Edge& edge = network_.edges[e];
        parts.guard = terms_.guard(edge);
        parts.update = terms_.update(edge);
        parts.are_read = true;
        if (terms_.graph()[parts.guard].kind == Term::Kind::call) ++calls_;
        if (parts.update.call) ++calls_;
        for (const Select& select : edge.selects.of(network_.selects))
            parts.inputs.emplace_back(select.local, ValueSet::between(select.least, select.greatest));
        return parts;
    }

    const Network& network_;
    std::vector<std::vector<std::int32_t>> starts_;  // per slot
    std::vector<ValueSet> slots_;
    std::vector<bool> reached_;
    Terms terms_;
    TermValues values_;
    std::vector<EdgeParts> parts_;
    std::vector<std::optional<TermId>> invariants_;  // per location
    Effect before_, after_;
    std::size_t calls_ = 0;

    std::vector<ValueSet>* into_ = nullptr;  // what transitions add to
    std::vector<bool>* reached_into_ = nullptr;
    std::set<std::int32_t> thresholds_;
    std::size_t seen_terms_ = 0;
    std::vector<std::uint32_t> grown_;       // per slot
    std::vector<std::uint64_t> changed_at_;  // per slot, as ran_at_ per transition
    std::vector<std::uint64_t> ran_at_;      // 0: never
    std::uint64_t now_ = 0;
    bool is_changed_ = false;
    bool may_stop_ = false;
};

ValueRanges anything_possible(const Network& network) {
    ValueRanges ranges;
    for (const Slot& slot : network.slots) ranges.slots.push_back(declared_values(slot));
    ranges.reached.assign(network.locations.size(), true);
    ranges.may_stop = true;
    return ranges;
}

}  // namespace

ValueSet declared_values(const Slot& slot) {
    ValueSet values = ValueSet::between(slot.least, slot.greatest);
    values.add(slot.initial);
    return values;
}

ValueRanges find_value_ranges(const Network& network, const Symmetry* symmetry) {
    const auto sizes = std::array{network.slots.size(), network.edges.size(), network.transitions.size(),
                                  network.receivers.size(), network.parts.size()};
    if (std::ranges::max(sizes) <= most_parts) {
        if (auto ranges = RangeAnalysis(network, symmetry).run()) return std::move(*ranges);
    }
    return anything_possible(network);
}

}  // namespace crowfly
