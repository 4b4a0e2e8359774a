// From the typed model to the flat network: constants are computed, processes made, arrays and records laid out in
// slots, expressions turned into bytecode, synchronisations enumerated.
#pragma once

#include <memory>
#include <optional>

#include "base/diagnostic.hpp"
#include "model/model.hpp"
#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

// A query and a network of its own, which its code is in.
struct QueryApart {
    Network network;
    Query query;
};

class Compiler {
public:
    // Compiles the whole model; mistakes that only show here (a constant divided by zero, an empty range) are reported.
    Compiler(const model::Model& model, Diagnostics& diagnostics);
    ~Compiler();

    const Network& network() const;  // complete if no errors were reported

    // Adds the query's code to the network. Nothing if an error was reported.
    std::optional<Query> compile(const model::Query& query, Diagnostics& diagnostics);
    // Leaves the compiler's own network as it is, so that others may read it meanwhile.
    std::optional<QueryApart> compile_apart(const model::Query& query, Diagnostics& diagnostics) const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace crowfly
