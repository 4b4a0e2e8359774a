#include "engine/kinds.hpp"

#include <iterator>
#include <utility>
#include <variant>

namespace crowfly {
namespace {

template <std::size_t... Alternatives>
std::vector<QueryForm> forms_of_all(std::index_sequence<Alternatives...>) {
    std::vector<QueryForm> all;
    const auto add = [&](std::vector<QueryForm> forms) {
        all.insert(all.end(), std::make_move_iterator(forms.begin()), std::make_move_iterator(forms.end()));
    };
    (add(forms_of(std::variant_alternative_t<Alternatives, Property::Asks>{})), ...);
    return all;
}

}  // namespace

Answer decide(const Question& question, const StateOptions& states) {
    return std::visit([&](const auto& asked) { return decide(question, asked, states); }, question.query.asks);
}

// Where two clocks are compared only widening by single constants, with zones cut along the comparisons, is sound.
Abstraction coarsest_sound(const Network& network, const Property& property) {
    if (network.features.diagonals || mentions_diagonals(property)) return Abstraction::m;
    return std::visit([&](const auto& asked) { return coarsest_for(property, asked); }, property.asks);
}

std::vector<QueryForm> all_forms() {
    return forms_of_all(std::make_index_sequence<std::variant_size_v<Property::Asks>>{});
}

}  // namespace crowfly
