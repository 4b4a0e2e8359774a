// Reads circuits in both forms of AIGER 1.9, ASCII (`aag`) and binary (`aig`). In the ASCII form gates can stand in any
// order and variables can have any numbers up to that of the header: gates are sorted, and gaps between the numbers of
// variables are closed, with their order kept.
#pragma once

#include <optional>
#include <string_view>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "model/aiger/circuit.hpp"

namespace crowfly::aiger {

bool looks_like_circuit(std::string_view text);

// Nothing if an error was reported. The meaning of a line depends on its position in the file, so that reading stops at
// one that does not fit; after a literal that is wrong by itself it continues.
std::optional<Circuit> read(FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly::aiger
