#include "model/binary_circuit.hpp"

#include "model/aiger/read.hpp"
#include "model/aiger/write.hpp"

namespace crowfly {

std::optional<std::string> binary_circuit(FileId file, const Sources& sources, Diagnostics& diagnostics) {
    const std::optional<aiger::Circuit> circuit = aiger::read(file, sources, diagnostics);
    return circuit ? std::optional(aiger::write_binary(*circuit)) : std::nullopt;
}

}  // namespace crowfly
