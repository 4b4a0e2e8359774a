// Compiles the typed model into a flat network: evaluates constants, instantiates processes, lays out arrays and
// records in slots, turns expressions into bytecode, enumerates synchronisations.
#pragma once

#include <memory>

#include "base/messages/diagnostic.hpp"
#include "model/model.hpp"
#include "network/network.hpp"

namespace crowfly {

namespace compile {
struct Context;
}

class Compiler {
public:
    // Compiles the whole model and reports mistakes that only show here (a constant divided by zero, an empty range).
    Compiler(const model::Model& model, Diagnostics& diagnostics);
    ~Compiler();

    const Network& network() const;  // complete if no errors were reported; it never changes
    std::shared_ptr<const Network> shared_network() const;
    // The meaning of the names of the model. property/compile.hpp uses it to compile properties, any number at a time.
    const compile::Context& context() const { return *context_; }

private:
    std::shared_ptr<compile::Context> context_;  // the network is part of it
};

}  // namespace crowfly
