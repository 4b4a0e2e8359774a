// How each kind of property is decided by searching states. A kind has its own functions, in its own file in kinds/;
// the engines with and without zones call them by the kind of a query. A kind without them does not compile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "network/analyses/distinction.hpp"
#include "zone/abstraction.hpp"

namespace crowfly {

// How the states are searched.
struct StateOptions {
    // Without zones if absent.
    std::optional<Abstraction> abstraction;
    // What tells states apart; null: everything.
    const Distinction* compared = nullptr;
};

// A way to ask for a kind of property, for lists of queries.
struct QueryForm {
    Property::Asks asks;
    std::string meaning;
};

Answer decide(const Question& question, const property::Reach& asked, const StateOptions& states);
Answer decide(const Question& question, const property::Run& asked, const StateOptions& states);
Answer decide(const Question& question, const property::Extremum& asked, const StateOptions& states);

// The coarsest abstraction that keeps what such a property asks about, where no two clocks are compared.
Abstraction coarsest_for(const Property& property, const property::Reach& asked);
Abstraction coarsest_for(const Property& property, const property::Run& asked);
Abstraction coarsest_for(const Property& property, const property::Extremum& asked);

std::vector<QueryForm> forms_of(const property::Reach& kind);
std::vector<QueryForm> forms_of(const property::Run& kind);
std::vector<QueryForm> forms_of(const property::Extremum& kind);

Answer decide(const Question& question, const StateOptions& states);
// The coarsest abstraction of zones that is sound for a property of a network.
Abstraction coarsest_sound(const Network& network, const Property& property);
std::vector<QueryForm> all_forms();  // in the order of the alternatives of Property::Asks

}  // namespace crowfly
