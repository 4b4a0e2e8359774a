// How each kind of property is decided by searching states. A kind registers itself from its own file in kinds/, so
// that adding one edits nothing here; the engines with and without zones look it up.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/registry.hpp"
#include "engine/engine.hpp"
#include "network/distinction.hpp"
#include "zone/abstraction.hpp"

namespace crowfly {

// How the states are searched.
struct StateOptions {
    // Without zones if absent.
    std::optional<Abstraction> abstraction;
    // What tells states apart; null: everything.
    const Distinction* compared = nullptr;
};

struct KindPlugin : Declaration {
    // A way to ask for it, for lists of queries.
    struct Form {
        Property::Asks asks;
        std::string meaning;
    };

    // Its place among the alternatives of Property::Asks.
    std::size_t alternative = 0;
    std::vector<Form> forms = {};
    // The coarsest abstraction that keeps what such a property asks about, where no two clocks are compared.
    Abstraction (*coarsest)(const Property& property) = nullptr;
    Answer (*decide)(const Question& question, const StateOptions& options) = nullptr;
};

Registry<KindPlugin>& kind_registry();

std::vector<const KindPlugin*> kinds();  // in the order of the alternatives
const KindPlugin& kind_of(const Property& property);
// The coarsest abstraction of zones that is sound for a property of a network.
Abstraction coarsest_sound(const Network& network, const Property& property);

template <class Kind>
std::size_t alternative_of() {
    return Property::Asks(std::in_place_type<Kind>).index();
}

}  // namespace crowfly
