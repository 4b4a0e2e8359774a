#include "property/symmetry.hpp"

namespace crowfly {

std::optional<Symmetry> find_symmetry(const Network& network, const Property& property,
                                      std::vector<std::string>& why_not) {
    if (const property::Reach* reach = decisive_state(property))
        return find_symmetry(network, {&reach->formula}, why_not);
    why_not = {"symmetry is for E<> and A[] only"};
    return std::nullopt;
}

}  // namespace crowfly
