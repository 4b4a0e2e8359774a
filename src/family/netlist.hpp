// Circuits of gates that take their time: each gate has a state, its output, and may be behind what its inputs say.
// What a step is depends on the semantics (Reffel and Edelkamp, "Error detection with directed symbolic model
// checking", section 5): in the interleaving one a single gate moves, in the asynchronous one any set of gates, in the
// synchronous one all.
//
// A family describes its gates once. They are written as a network with a process for each gate, and as a circuit in
// AIGER's ASCII form with a latch for each gate and inputs that choose which of them move.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "family/registry.hpp"

namespace crowfly {

struct Pin {
    std::string gate;  // the gate whose output is read
    bool negated = false;
};

inline Pin inverted(std::string gate) { return {std::move(gate), true}; }

struct NetGate {
    // A C-element (Muller) takes the value of its inputs where both agree. Of the two halves of a mutex, each of which
    // has the negated output of the other on its right, the first one wins if both would rise in the same step. A wire
    // has one input, the left.
    enum class Kind : std::uint8_t { conjunction, disjunction, c_element, mutex_half, wire };

    std::string name;  // c1.g1
    Kind kind = Kind::wire;
    Pin left;
    Pin right = {};
    bool starts_high = false;
};

struct Netlist {
    enum class Semantics : std::uint8_t { interleaving, asynchronous, synchronous };

    std::string comment;  // what it is
    std::string error;    // what the bad states are
    std::vector<NetGate> gates;
    std::vector<std::vector<std::string>>
        bad;                 // bad are states in which the outputs of all gates of one of these are 1
    bool reachable = false;  // whether there are such states
    Semantics semantics = Semantics::interleaving;
};

std::string network_text(const Netlist& netlist);
std::string circuit_text(const Netlist& netlist);

// The option `--semantics` of families that are netlists, and its value.
FamilyParameter semantics_parameter();
Netlist::Semantics semantics_of(const FamilyArguments& arguments);

// A family that is a netlist, as it registers itself; it has that option besides its parameters.
template <Netlist (*describe)(const FamilyArguments&)>
FamilyPlugin netlist_family(const std::string& name, const std::string& description, const std::string& source,
                            std::vector<FamilyParameter> parameters) {
    parameters.push_back(semantics_parameter());
    return family(
        name, description, source, std::move(parameters),
        [](const FamilyArguments& arguments, std::string&) { return network_text(describe(arguments)); },
        [](const FamilyArguments& arguments, std::string&) { return circuit_text(describe(arguments)); });
}

}  // namespace crowfly
