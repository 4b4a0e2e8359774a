// Circuits are written in AIGER's ASCII form first; whoever wants the binary one gets it here, without knowing the
// language.
#pragma once

#include <optional>
#include <string>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"

namespace crowfly {

// Nothing if the file is no circuit, which is reported.
std::optional<std::string> binary_circuit(FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly
