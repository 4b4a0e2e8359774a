#include "symbolic/searches/inferred.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/alarm.hpp"
#include "symbolic/systems/goal_parts.hpp"
#include "symbolic/systems/relation_encoder.hpp"

namespace crowfly::symbolic {
namespace {

// Unless it is asked for: more values divide the open list into more sets than they save (bench/circuits.py).
constexpr std::uint32_t deepest = 6;
constexpr std::size_t most_nodes = 200'000;
constexpr std::int64_t most_values = 16;  // of a slot that are told apart

// How a transition gives a slot a value: what else has to hold, and the term that has the value.
struct Achiever {
    std::vector<std::pair<ProcessIndex, std::uint32_t>> at;  // locations
    std::vector<TermId> guards;
    std::optional<TermId> value;  // none: any
    std::int32_t constant = 0;    // of a location
    bool is_location = false;
};

class Inference {
public:
    Inference(NetworkSystem& network, const std::function<void()>& check)
        : network_(network), check_(check), graph_(network.terms().graph()), numbers_(network.variables().numbers()),
          environment_(numbers_), of_terms_(network.terms()), truths_(network.terms()),
          achievers_(network.network().slots.size()), is_free_(network.network().slots.size()) {
        const Network& own = network.network();
        add_updates_of_all();
        for (std::uint32_t t = 0; t < own.transitions.size(); ++t) add_achievers(own.transitions[t]);
    }

    // The states that are estimated at `most` or less.
    Bdd within(std::uint32_t most, std::uint32_t depth) {
        return formula(network_.goal().formula, network_.goal().wanted, most, depth);
    }

    Bdd within(const std::vector<GoalPart>& group, std::uint32_t most, std::uint32_t depth) {
        Bdd result = Diagrams::all();
        for (const GoalPart& part : group)
            result &= part.formula != nullptr ? formula(*part.formula, part.holds, most, depth)
                                              : term(part.term, part.holds, most, depth);
        return result;
    }

    // Per slot, the terms and slots that transitions depend on that change it.
    std::vector<SlotNeeds> needs() const {
        std::vector<SlotNeeds> result;
        for (const std::vector<Achiever>& achievers : achievers_) {
            SlotNeeds& own = result.emplace_back();
            for (const Achiever& achiever : achievers) {
                own.terms.insert(own.terms.end(), achiever.guards.begin(), achiever.guards.end());
                if (achiever.value) own.terms.push_back(*achiever.value);
                for (const auto& [process, location] : achiever.at) own.slots.push_back(process);
            }
        }
        return result;
    }
    const std::vector<bool>& free_slots() const { return is_free_; }

private:
    void check() const {
        poll();
        if (check_) check_();
    }

    using Key = std::tuple<std::uint32_t, std::int64_t, std::uint32_t, std::uint32_t>;

    // ---- Who achieves what ----

    void add_achievers(const Transition& transition) {
        check();
        const Network& own = network_.network();
        Achiever common;
        std::vector<EdgeIndex> edges = edges_of(transition);
        for (const EdgeIndex e : edges) need(e, common);
        SlotSet written = own.update_footprint.writes;
        for (const EdgeIndex e : edges) add_effects(e, written, common);
        for (const EdgeIndex e : transition.receivers.of(own.receivers)) add_receiver(e, written, common);
        for (const VectorPart& part : transition.parts.of(own.parts)) {
            for (const std::uint32_t e : own.processes[part.process].edges) {
                if (own.edges[e].sync == Sync::join && own.edges[e].channel == part.event)
                    add_receiver(e, written, common);
            }
        }
    }

    // What is done before and after every transition gives slots any value.
    void add_updates_of_all() {
        for (const std::uint32_t slot : network_.network().update_footprint.writes.members())
            achievers_[slot].emplace_back();
    }

    void need(EdgeIndex e, Achiever& achiever) {
        const Edge& edge = network_.network().edges[e];
        achiever.at.emplace_back(edge.process, edge.source);
        if (const EdgeTerms* made = terms(e)) achiever.guards.push_back(made->guard);
    }

    void add_receiver(EdgeIndex e, SlotSet& written, const Achiever& sender) {
        Achiever both = sender;
        need(e, both);
        add_effects(e, written, both);
    }

    // Updates run one after the other: what reads a slot that an earlier one writes may have any value.
    void add_effects(EdgeIndex e, SlotSet& written, const Achiever& common) {
        const Network& own = network_.network();
        const Edge& edge = own.edges[e];
        const EdgeTerms* made = terms(e);
        if (made == nullptr) {
            for (const std::uint32_t slot : edge.footprint.writes.members()) achievers_[slot].push_back(common);
            written.add(edge.footprint.writes);
        } else {
            add_assignments(edge, *made, written, common);
        }
        if (edge.target != edge.source) {
            Achiever achiever = common;
            achiever.is_location = true;
            achiever.constant = static_cast<std::int32_t>(edge.target);
            achievers_[edge.process].push_back(std::move(achiever));
        }
    }

    void add_assignments(const Edge& edge, const EdgeTerms& made, SlotSet& written, const Achiever& common) {
        for (const Effect::Assignment& assignment : made.effect.assignments) {
            Achiever achiever = common;
            if (!edge.footprint.reads.intersects(written)) achiever.value = assignment.value;
            if (std::ranges::find(made.freed, std::optional(assignment.slot)) != made.freed.end())
                is_free_[assignment.slot] = true;
            achievers_[assignment.slot].push_back(std::move(achiever));
        }
        for (const Effect::Assignment& assignment : made.effect.assignments) written.add(assignment.slot);
    }

    // Null: they cannot be taken apart, which only a system that is not exact allows.
    const EdgeTerms* terms(EdgeIndex e) {
        auto found = edges_.find(e);
        if (found == edges_.end()) {
            std::optional<EdgeTerms> made;
            try {
                made = terms_of(network_.terms(), network_.network().edges[e]);
            } catch (const NotSupported&) {
                // Whoever is given no terms expects anything of the edge.
            }
            found = edges_.emplace(e, std::move(made)).first;
        }
        return found->second ? &*found->second : nullptr;
    }

    // ---- Estimates ----

    Bdd formula(const Formula& f, bool holds, std::uint32_t most, std::uint32_t depth) {
        switch (f.kind) {
            case Formula::Kind::constant: return f.value == holds ? Diagrams::all() : Bdd();
            case Formula::Kind::location: return location(f.process, f.number, holds, most, depth);
            case Formula::Kind::discrete: return term(network_.terms().leaf(f), holds, most, depth);
            case Formula::Kind::negation: return formula(f.operands[0], !holds, most, depth);
            case Formula::Kind::conjunction:
            case Formula::Kind::disjunction: {
                const bool all = (f.kind == Formula::Kind::conjunction) == holds;
                Bdd result = all ? Diagrams::all() : Bdd();
                for (const Formula& operand : f.operands) {
                    const Bdd own = formula(operand, holds, most, depth);
                    result = all ? result & own : result | own;
                }
                return result;
            }
            case Formula::Kind::clock:
            case Formula::Kind::deadlock: break;
        }
        return Diagrams::all();
    }

    Bdd location(ProcessIndex process, std::uint32_t number, bool holds, std::uint32_t most, std::uint32_t depth) {
        if (holds) return fact(process, static_cast<std::int32_t>(number), most, depth);
        return most > 0 ? Diagrams::all() : !network_.variables().holds(process, static_cast<std::int32_t>(number));
    }

    // The slot has the value.
    Bdd fact(std::uint32_t slot, std::int32_t value, std::uint32_t most, std::uint32_t depth) {
        if (is_free_[slot]) return Diagrams::all();
        const Bdd now = network_.variables().holds(slot, value);
        if (most == 0) return now;
        if (depth == 0) return achievers_[slot].empty() ? now : Diagrams::all();
        const Key key{slot, value, most, depth};
        if (const auto found = facts_.find(key); found != facts_.end()) return found->second;
        Bdd result = now;
        for (const Achiever& achiever : achievers_[slot]) {
            check();
            result |= achieved(achiever, value, most - 1, depth - 1);
            if (result.is_true()) break;
        }
        return facts_.emplace(key, std::move(result)).first->second;
    }

    Bdd achieved(const Achiever& achiever, std::int32_t value, std::uint32_t most, std::uint32_t depth) {
        if (achiever.is_location && achiever.constant != value) return {};
        Bdd result = achiever.value ? has_value(*achiever.value, value, most, depth) : Diagrams::all();
        for (const auto& [process, number] : achiever.at) {
            if (result.is_false()) return result;
            if (network_.network().processes[process].locations.count > 1)
                result &= fact(process, static_cast<std::int32_t>(number), most, depth);
        }
        for (const TermId guard : achiever.guards) {
            if (result.is_false()) return result;
            result &= term(guard, true, most, depth);
        }
        return result;
    }

    // The term has the value.
    Bdd has_value(TermId id, std::int32_t value, std::uint32_t most, std::uint32_t depth) {
        if (truths_.contains(id)) return value == 0 || value == 1 ? term(id, value == 1, most, depth) : Bdd();
        const Key key{static_cast<std::uint32_t>(id), value, most, depth};
        if (const auto found = values_.find(key); found != values_.end()) return found->second;
        check();
        return values_.emplace(key, compute_value(id, value, most, depth)).first->second;
    }

    Bdd compute_value(TermId id, std::int32_t value, std::uint32_t most, std::uint32_t depth) {
        const Term& t = graph_[id];
        switch (t.kind) {
            case Term::Kind::constant: return t.a == value ? Diagrams::all() : Bdd();
            case Term::Kind::slot: return fact(static_cast<std::uint32_t>(t.a), value, most, depth);
            case Term::Kind::input: return Diagrams::all();
            case Term::Kind::check: return has_value(t.operands[0], value, most, depth);
            case Term::Kind::choice:
                return (term(t.operands[0], true, most, depth) & has_value(t.operands[1], value, most, depth)) |
                       (term(t.operands[0], false, most, depth) & has_value(t.operands[2], value, most, depth));
            default: return leaf(id, most, [&](const Number& n) { return equal(n, number(value)); });
        }
    }

    // What is not taken apart holds, or is at least one transition away; unless it never holds.
    Bdd leaf(TermId id, std::uint32_t most, const std::function<Bdd(const Number&)>& condition) try {
        if (reads_inputs(id)) return Diagrams::all();
        const Operated& value = of_terms_.evaluate(id, environment_);
        const Bdd now = condition(value.value) - value.faults;
        return most == 0 || now.is_false() ? now : Diagrams::all();
    } catch (const NotSupported&) {
        return Diagrams::all();
    }

    bool reads_inputs(TermId id) {
        const auto [found, is_new] = inputs_.try_emplace(id, false);
        if (!is_new) return found->second;
        const Term& t = graph_[id];
        bool result = t.kind == Term::Kind::input || t.kind == Term::Kind::call;
        for (const TermId operand : t.arguments()) result = result || reads_inputs(operand);
        if (t.kind == Term::Kind::slot && is_free_[static_cast<std::size_t>(t.a)]) result = true;
        return inputs_[id] = result;
    }

    // The term is not zero, or is zero.
    Bdd term(TermId id, bool holds, std::uint32_t most, std::uint32_t depth) {
        const Key key{static_cast<std::uint32_t>(id), holds ? 1 : 0, most, depth};
        if (const auto found = terms_.find(key); found != terms_.end()) return found->second;
        check();
        return terms_.emplace(key, compute(id, holds, most, depth)).first->second;
    }

    Bdd compute(TermId id, bool holds, std::uint32_t most, std::uint32_t depth) {
        const Term& t = graph_[id];
        const auto operand = [&](std::size_t i, bool wanted) { return term(t.operands[i], wanted, most, depth); };
        const auto truth = [&](const Number& n) { return holds ? is_not_zero(n) : !is_not_zero(n); };
        switch (t.kind) {
            case Term::Kind::constant: return (t.a != 0) == holds ? Diagrams::all() : Bdd();
            case Term::Kind::input: return Diagrams::all();
            case Term::Kind::slot: {
                const auto values = slot_values(t.a, most, depth, [&](auto v) { return (v != 0) == holds; });
                return values ? *values : leaf(id, most, truth);
            }
            case Term::Kind::check: return operand(0, holds);
            case Term::Kind::choice:
                return (operand(0, true) & operand(1, holds)) | (operand(0, false) & operand(2, holds));
            case Term::Kind::operation: break;
            default: return leaf(id, most, truth);
        }
        if (t.op == OpCode::logical_not) return operand(0, !holds);
        if (t.op == OpCode::to_bool) return operand(0, holds);
        const bool truths = t.arity == 2 && truths_.contains(t.operands[0]) && truths_.contains(t.operands[1]);
        if (truths && (t.op == OpCode::bit_and || t.op == OpCode::bit_or)) {
            const bool all = (t.op == OpCode::bit_and) == holds;
            return all ? operand(0, holds) & operand(1, holds) : operand(0, holds) | operand(1, holds);
        }
        if (truths && (t.op == OpCode::bit_xor || t.op == OpCode::not_equal || t.op == OpCode::equal)) {
            const bool differ = (t.op != OpCode::equal) == holds;
            return (operand(0, true) & operand(1, !differ)) | (operand(0, false) & operand(1, differ));
        }
        if (const std::optional<Bdd> result = comparison(t, holds, most, depth)) return *result;
        return leaf(id, most, truth);
    }

    // A slot compared with a constant has one of the values that satisfy it.
    std::optional<Bdd> comparison(const Term& t, bool holds, std::uint32_t most, std::uint32_t depth) {
        if (t.op < OpCode::less || t.op > OpCode::not_equal) return std::nullopt;
        const Term& left = graph_[t.operands[0]];
        const std::optional<std::int32_t> right = graph_.value(t.operands[1]);
        if (left.kind != Term::Kind::slot || !right) return std::nullopt;
        return slot_values(left.a, most, depth, [&](std::int32_t v) { return compared(t.op, v, *right) == holds; });
    }

    static bool compared(OpCode op, std::int32_t left, std::int32_t right) {
        switch (op) {
            case OpCode::less: return left < right;
            case OpCode::less_equal: return left <= right;
            case OpCode::greater_equal: return left >= right;
            case OpCode::greater: return left > right;
            case OpCode::equal: return left == right;
            default: return left != right;
        }
    }

    // Nothing: it has too many values.
    template <class Wanted>
    std::optional<Bdd> slot_values(std::int32_t number, std::uint32_t most, std::uint32_t depth, Wanted wanted) {
        const auto slot = static_cast<std::uint32_t>(number);
        const SlotDigits& digits = network_.variables().slot(slot);
        const bool few = std::int64_t{digits.greatest} - digits.least < most_values;
        if (!few) return std::nullopt;
        Bdd result;
        for (std::int64_t v = digits.least; v <= digits.greatest; ++v) {
            check();
            if (wanted(static_cast<std::int32_t>(v))) result |= fact(slot, static_cast<std::int32_t>(v), most, depth);
        }
        return result;
    }

    NetworkSystem& network_;
    const std::function<void()>& check_;
    const TermGraph& graph_;
    std::vector<Number> numbers_;
    Environment environment_;
    TermDiagrams of_terms_;
    TruthTerms truths_;
    std::vector<std::vector<Achiever>> achievers_;  // by slot
    std::vector<bool> is_free_;                     // by slot
    std::map<EdgeIndex, std::optional<EdgeTerms>> edges_;
    std::map<Key, Bdd> facts_, terms_, values_;
    std::map<TermId, bool> inputs_;
};

// `within(v)`: the states that are estimated at v or less. Values from `most` on are told apart no more.
template <class Within>
EstimateSets sets_of(std::uint32_t most, Within within) {
    EstimateSets sets;
    Bdd before;
    for (std::uint32_t value = 0; value <= most && !before.is_true(); ++value) {
        const Bdd now = within(value) | before;
        sets.push_back(now - before);
        before = now;
    }
    while (!sets.empty() && sets.back().is_false()) sets.pop_back();
    return sets;
}

// A slot adds one transition per unfolding, and one at the end.
EstimateSets greatest_part(Inference& inference, std::uint32_t depth) {
    return sets_of(depth + 1, [&](std::uint32_t value) { return inference.within(value, depth); });
}

// What different transitions bring nearer is added up. Empty: there is only one group.
EstimateSets sum_of_parts(Inference& inference, GoalParts& parts, std::uint32_t depth) {
    const auto groups = parts.independent_groups(depth);
    if (groups.size() < 2) return {};
    const auto most = static_cast<std::uint32_t>(groups.size()) * (depth + 1);
    std::vector<Bdd> sum(most + std::size_t{1}, Diagrams::all());  // by value: estimated at it or less
    for (const auto& group : groups) {
        std::vector<Bdd> own;
        for (std::uint32_t value = 0; value <= depth + 1; ++value) own.push_back(inference.within(group, value, depth));
        std::vector<Bdd> next(sum.size());
        for (std::size_t value = 0; value < next.size(); ++value) {
            poll();
            for (std::size_t part = 0; part < own.size() && part <= value; ++part)
                next[value] |= own[part] & sum[value - part];
        }
        sum = std::move(next);
    }
    return sets_of(most, [&](std::uint32_t value) { return sum[value]; });
}

// The greater of two estimates, state by state.
EstimateSets greater_of(const EstimateSets& a, const EstimateSets& b) {
    if (a.empty() || b.empty()) return a.empty() ? b : a;
    const auto up_to = [](const EstimateSets& sets, std::size_t value) {
        Bdd result;
        for (std::size_t v = 0; v <= value && v < sets.size(); ++v) result |= sets[v];
        return result;
    };
    const auto most = static_cast<std::uint32_t>(std::max(a.size(), b.size()) - 1);
    return sets_of(most, [&](std::uint32_t value) { return up_to(a, value) & up_to(b, value); });
}

}  // namespace

InferredHeuristic infer(NetworkSystem& network, std::uint32_t depth, const std::function<void()>& check) {
    Inference inference(network, check);
    GoalParts parts(network, inference.needs(), inference.free_slots());
    return {greater_of(greatest_part(inference, depth), sum_of_parts(inference, parts, depth)), depth};
}

// Deep down all parts depend on the same slots, so that there is no sum any more; but the greatest part still grows.
InferredHeuristic infer(NetworkSystem& network, const std::function<void()>& check) {
    Inference inference(network, check);
    GoalParts parts(network, inference.needs(), inference.free_slots());
    InferredHeuristic best;
    EstimateSets best_sum;
    try {
        for (std::uint32_t depth = 0; depth <= deepest; ++depth) {
            EstimateSets greatest = greatest_part(inference, depth);
            if (depth > 0 && (greatest.size() <= best.sets.size() || nodes_of(greatest) > most_nodes)) break;
            best = {std::move(greatest), depth};
            EstimateSets sum = sum_of_parts(inference, parts, depth);
            if (sum.size() > best_sum.size() && nodes_of(sum) <= most_nodes) best_sum = std::move(sum);
        }
        EstimateSets both = greater_of(best.sets, best_sum);
        if (nodes_of(both) <= most_nodes) best.sets = std::move(both);
    } catch (const LimitReached&) {
        poll();
        if (best.sets.empty()) throw;
    }
    return best;
}

}  // namespace crowfly::symbolic
