// The premise of a query: p in `A[] p imply q`, in `A[] forall (i : T) p imply q` and in `p --> q`. A query whose
// premise holds in no reachable state is vacuous: it says nothing about q (Beer, Ben-David, Eisner, Rodeh: Efficient
// detection of vacuity in temporal model checking, 2001). Only the premise is examined, not every subformula as there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "property/property.hpp"

namespace crowfly {

class Compiler;
namespace model {
struct Query;
}

struct Premise {
    Property reached;                  // E<> p; below `forall (i : T)`: E<> exists (i : T) p
    Span span;                         // of p
    std::vector<std::string> indices;  // bound by `forall`, the outermost first
};

// Nothing: the query has no premise, or the premise cannot be compiled.
std::optional<Premise> compile_premise(const Compiler& compiler, const model::Query& query);

}  // namespace crowfly
