// The simultaneous assignments of a transition, bit by bit, and the relations they are.
#pragma once

#include <vector>

#include "symbolic/systems/transition_system.hpp"

namespace crowfly::symbolic {

class Assignments {
public:
    explicit Assignments(const StateVariables& variables) : variables_(variables) {}

    Bdd condition;                       // where the transition is possible, and has such effects
    std::vector<Bdd> requirements = {};  // further conditions, in parts of their own
    Bdd inputs;                          // the variables that are neither of the state before nor of the one after

    void assign(std::uint32_t slot, const Number& value);
    void free(std::uint32_t slot);  // it gets any value

    // `splits`: by the inputs that say what moves, if there are such.
    std::vector<Relation> relations(std::uint32_t transition, std::size_t most_nodes_per_part, bool splits) const;

private:
    // A digit of the state after the transition.
    struct Digit {
        VariableNumber now, next;
        Bdd value;
    };

    Relation relation(const std::vector<Digit>& digits, const Bdd& condition, std::uint32_t transition,
                      std::size_t most_nodes) const;
    std::vector<Relation> split(std::uint32_t transition, std::size_t most_nodes) const;
    std::vector<VariableNumber> deciding_inputs() const;

    const StateVariables& variables_;
    std::vector<Digit> digits_;
    std::vector<VariableNumber> freed_;
};

}  // namespace crowfly::symbolic
