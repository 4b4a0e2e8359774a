#include "property/symmetry.hpp"

namespace crowfly {

std::optional<Symmetry> find_symmetry(const Network& network, const Property& property,
                                      std::vector<std::string>& why_not) {
    const auto is_for_states_only = [&]() -> std::optional<Symmetry> {
        why_not = {"symmetry is for E<> and A[] only"};
        return std::nullopt;
    };
    return std::visit(
        ForEachKind{[&](const property::Reach& reach) { return find_symmetry(network, reach.formula, why_not); },
                    [&](const property::Run&) { return is_for_states_only(); },
                    [&](const property::Extremum&) { return is_for_states_only(); }},
        property.asks);
}

}  // namespace crowfly
