// Builders of abstractions, each registered from a file of its own in abstractions/. Each is a heuristic, too: it looks
// distances up, is admissible, consistent and safe, and a dead end in every initial state is a proof.
//
// With an option `clocks` the factored system has variables for clocks. Then the estimate of a zone is the least of all
// values that its clocks can have, each by itself. It is not consistent, as zones are extrapolated.
#pragma once

#include "abstraction/abstraction.hpp"
#include "heuristic/registry.hpp"

namespace crowfly {

struct AbstractionPlugin : Declaration {
    AbstractionSet (*build)(const FactoredSystem& system, const Spec& spec, const Effort& effort) = nullptr;
    std::string (*why_not)(const Network& network, const Spec& spec) = nullptr;  // see HeuristicPlugin
};

Registry<AbstractionPlugin>& abstractions();

// Adds a builder of abstractions to the registry, and to that of heuristics under the same name.
struct RegisteredAbstraction {
    explicit RegisteredAbstraction(AbstractionPlugin plugin);
};

// What a builder wants clocks to be; those without an option `clocks` ignore them.
Clocks clocks_of(const Spec& spec);

// The value of an option of a builder.
std::string abstraction_option(const Spec& spec, const std::string& name);
std::size_t abstraction_number(const Spec& spec, const std::string& name);

}  // namespace crowfly
