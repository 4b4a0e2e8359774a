// Writes circuits in both forms of AIGER 1.9, with names and comments.
#pragma once

#include <string>

#include "model/aiger/circuit.hpp"

namespace crowfly::aiger {

std::string write_ascii(const Circuit& circuit);

// The binary form has no numbers of inputs, latches and gates: they are those of their order. Variables are renumbered
// accordingly; the operands of a gate must be defined before it, as in any circuit that was read.
std::string write_binary(const Circuit& circuit);

}  // namespace crowfly::aiger
