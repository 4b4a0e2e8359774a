// Runs a circuit on Boolean inputs, one gate after the other. It is what witnesses are checked with, and shares nothing
// with the engines that find them.
#pragma once

#include <vector>

#include "model/aiger/circuit.hpp"

namespace crowfly::aiger {

// The circuit must live as long. Latches start with 0 or 1 as it says, and with 0 where any value is allowed.
class Simulation {
public:
    explicit Simulation(const Circuit& circuit);

    void set_latch(std::size_t latch, bool value);
    std::vector<bool> latches() const;

    // Computes all literals of the state, with these values of the inputs, one for each.
    void evaluate(const std::vector<bool>& inputs);
    bool value(Literal literal) const { return values_[variable_of(literal)] != is_negated(literal); }

    // Gives every latch the value of its next state, which evaluate() has computed.
    void step();

private:
    const Circuit& circuit_;
    std::vector<bool> values_;  // by variable; number 0 is false
};

}  // namespace crowfly::aiger
