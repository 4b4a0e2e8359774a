// Witnesses as AIGER 1.9 writes them: `1`, the property, the initial values of the latches, then the inputs of one step
// a line, and a dot. Bad is reached in the last step, so that a witness has a line of inputs more than it has
// transitions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "model/aiger/circuit.hpp"

namespace crowfly::aiger {

// Values of latches or inputs: `0`, `1`, or `x` where any value will do.
struct WitnessLine {
    std::string values;
    std::uint32_t line = 0;  // in its file; 0: in none
};

struct Witness {
    std::uint32_t property = 0;  // the number of a bad state, or of an output if the circuit has none
    WitnessLine latches;
    std::vector<WitnessLine> steps;  // values of the inputs
    std::vector<std::string> comments;
};

// Nothing if an error was reported. Lines that begin with `c` are comments wherever they stand. Witnesses of justice
// properties, and of circuits that are safe, are refused.
std::optional<Witness> read_witness(FileId file, const Sources& sources, Diagnostics& diagnostics);

std::string write_witness(const Witness& witness);

// "" if the witness is one: latches start as the circuit says, constraints hold in every step, and the property in the
// last one. It may hold before, too. Otherwise a sentence that says what is wrong, and where. `x` counts as the only
// value that a latch can start with, otherwise as 0.
std::string check_witness(const Witness& witness, const Circuit& circuit);

}  // namespace crowfly::aiger
