#include "model/aiger/simulation.hpp"

namespace crowfly::aiger {

Simulation::Simulation(const Circuit& circuit)
    : circuit_(circuit), values_(circuit.greatest_variable + std::size_t{1}, false) {
    for (const Latch& latch : circuit.latches) values_[variable_of(latch.literal)] = latch.reset == Latch::Reset::one;
}

void Simulation::set_latch(std::size_t latch, bool value) {
    values_[variable_of(circuit_.latches[latch].literal)] = value;
}

std::vector<bool> Simulation::latches() const {
    std::vector<bool> result;
    for (const Latch& latch : circuit_.latches) result.push_back(value(latch.literal));
    return result;
}

void Simulation::evaluate(const std::vector<bool>& inputs) {
    for (std::size_t i = 0; i < circuit_.inputs.size(); ++i) values_[variable_of(circuit_.inputs[i])] = inputs[i];
    for (const Gate& gate : circuit_.gates) values_[variable_of(gate.output)] = value(gate.left) && value(gate.right);
}

void Simulation::step() {
    std::vector<bool> next;
    next.reserve(circuit_.latches.size());
    for (const Latch& latch : circuit_.latches) next.push_back(value(latch.next));
    for (std::size_t i = 0; i < next.size(); ++i) set_latch(i, next[i]);
}

}  // namespace crowfly::aiger
