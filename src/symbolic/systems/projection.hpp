// A network projected on a pattern: some of its slots (Culberson, Schaeffer: Pattern databases, 1998). An abstract
// state is what these slots hold, and a transition leads from one to another if it does so in some state that looks
// like that. So a relation of the projection is the relation of the transition with all other variables quantified.
//
// Breadth first search from the projected goal, backwards and over sets, yields the distances of all abstract states,
// one set per distance (Edelkamp: Symbolic pattern databases in heuristic search planning, 2002). It does not list
// abstract states, so patterns can be larger than those of tables, up to all slots.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "symbolic/systems/network_system.hpp"

namespace crowfly::symbolic {

class Projection {
public:
    using Check = std::function<void()>;  // called often; may throw LimitReached

    // `pattern`: of the network's slots; clocks are in no pattern. The system has to outlive it.
    Projection(NetworkSystem& network, const std::vector<std::uint32_t>& pattern, const Check& check);

    const Bdd& goal() const { return goal_; }
    const Bdd& legal() const { return legal_; }
    const Bdd& faults() const { return faults_; }
    Bdd preimage(const Bdd& states) const;
    std::size_t relations() const { return relations_.size(); }

private:
    void add_relations(const TransitionSystem& system, const StateVariables& variables);
    void add(Relation relation);

    Check check_;
    std::vector<bool> kept_;  // by variable
    Bdd others_;              // the variables that are not
    Bdd goal_, legal_, faults_;
    std::vector<Relation> relations_;
    // The numbers of the relations that change these variables.
    std::map<std::vector<std::pair<VariableNumber, VariableNumber>>, std::vector<std::size_t>> by_pairs_;
};

struct AbstractDistances {
    std::vector<Bdd> layers;   // the states of each distance to the goal; only whole ones
    bool is_complete = false;  // from states in none of them the goal cannot be reached
    Bdd erring;                // if it is complete: states in no layer that may reach a run-time error
};

// Ends early, with the layers so far, where the check or the diagrams end it. Throws LimitReached if the time of the
// whole query is up. `reached`: is told the number of layers after each.
AbstractDistances abstract_distances(const Projection& projection, const std::function<void(std::size_t)>& reached);

}  // namespace crowfly::symbolic
