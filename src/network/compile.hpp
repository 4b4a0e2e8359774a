// From the typed model to the flat network: constants are computed, processes made, arrays and records laid out in
// slots, expressions turned into bytecode, synchronisations enumerated.
#pragma once

#include <memory>

#include "base/diagnostic.hpp"
#include "model/model.hpp"
#include "network/network.hpp"

namespace crowfly {

namespace compile {
struct Context;
}

class Compiler {
public:
    // Compiles the whole model; mistakes that only show here (a constant divided by zero, an empty range) are reported.
    Compiler(const model::Model& model, Diagnostics& diagnostics);
    ~Compiler();

    const Network& network() const;  // complete if no errors were reported; it never changes
    std::shared_ptr<const Network> shared_network() const;
    // What the names of the model stand for. property/compile.hpp compiles properties with it, any number at a time.
    const compile::Context& context() const { return *context_; }

private:
    std::shared_ptr<compile::Context> context_;  // the network is part of it
};

}  // namespace crowfly
