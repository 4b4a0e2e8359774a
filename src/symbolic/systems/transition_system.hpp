// A transition system over Boolean variables: the initial states, the states that are looked for, and relations between
// states and their successors. Symbolic searches know nothing else of a model.
//
// The whole relation is a disjunction: one relation per transition of a network, over the variables that it changes
// only; all others keep their values. A relation is a conjunction of parts in turn, so that a circuit, which changes
// everything at once, need not be one large diagram: variables are quantified as soon as no later part depends on them
// (Burch, Clarke, Long: Symbolic model checking with partitioned transition relations, 1991).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "space/firing.hpp"
#include "symbolic/diagrams/bdd.hpp"
#include "symbolic/diagrams/variables.hpp"

namespace crowfly::symbolic {

// What happens in a relation, where the explicit successors of a state are too many to be searched for it: the edge,
// and for each of its selects the slot that gets the value.
struct InputStep {
    EdgeIndex edge = 0;
    std::vector<std::uint32_t> slots;
};

class Relation {
public:
    // The variables of a relation: pairs of those before and after, and those that any value is given (`freed`).
    struct Changes {
        std::vector<std::pair<VariableNumber, VariableNumber>> pairs;
        std::vector<VariableNumber> freed;
    };

    // `parts`: conditions and assignments; their conjunction is the relation. The variables have to outlive it.
    Relation(const StateVariables& variables, std::vector<Bdd> parts, Changes changes, std::uint32_t transition);

    Bdd image(const Bdd& states) const;
    Bdd preimage(const Bdd& states) const;
    // The states that have a successor.
    Bdd enabled() const { return preimage(Diagrams::all()); }
    // Only from these states on.
    void restrict_to(const Bdd& states);
    void replace(const Bdd& part);  // another one, of which this is the only part

    // What the kept variables, by number, see of it: some values of the others, before and after, allow it. Each part
    // is quantified by itself. Nothing: it changes none of them. `legal`: per variable that is not kept, what is legal
    // before it; `after`: what holds afterwards.
    std::optional<Relation> projected(const std::vector<bool>& kept, const std::vector<Bdd>& legal,
                                      const Bdd& after) const;

    const Bdd& freed() const { return freed_; }
    const std::vector<std::pair<VariableNumber, VariableNumber>>& pairs() const { return changes_.pairs; }
    VariableNumber first_changed() const;  // in the order of the variables; -1: it changes none
    const Changes& changes() const { return changes_; }

    std::uint32_t transition() const { return transition_; }
    std::span<const Bdd> parts() const { return parts_; }

    std::optional<InputStep> inputs;

private:
    void schedule();
    Bdd moved(const Bdd& after) const;

    std::vector<Bdd> parts_;
    Changes changes_;
    std::uint32_t transition_;
    Bdd freed_;
    std::vector<Bdd> forgotten_forward_;   // per part: what is quantified with it
    std::vector<Bdd> forgotten_backward_;  // likewise, of the variables after the transition
    const StateVariables* variables_;
    mutable std::optional<Renaming> forth_;  // of what it changes; made when a preimage is first asked for
};

struct TransitionSystem {
    Bdd initial;
    Bdd goal;  // what is looked for; not known if it is in parts
    // The goal, if its diagram would be large: a relation that leads from the states that can be completed to one of
    // the goal, by other inputs, to themselves.
    std::optional<Relation> goal_in_parts;
    Bdd faults;     // states in which a transition, or the formula, ends in a run-time error
    Bdd invariant;  // what is enforced after every transition
    Bdd legal;      // all states; those before a transition are none other
    std::vector<Relation> relations;
    std::vector<Bdd> hints;         // where to search first, in turn
    std::optional<Relation> delay;  // the passing of time, which is no transition; none: there are no clocks

    // The states that transitions lead to from any of these, and those that time leads to from there. A set of states
    // is always taken together with those that time leads to.
    Bdd image(const Bdd& states) const;
    Bdd image(const Relation& relation, const Bdd& states) const;
    Bdd preimage(const Bdd& states) const;
    // Those of the states that are looked for, or at least one of them.
    Bdd goal_among(const Bdd& states, const Bdd& variables) const;
    Bdd delayed(const Bdd& states) const;    // those that time leads to
    Bdd undelayed(const Bdd& states) const;  // those from which time leads there
};

}  // namespace crowfly::symbolic
