// Which processes can change places without any difference to what is asked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/symmetry/symmetry.hpp"
#include "property/property.hpp"

namespace crowfly {

// Nothing: none can; `why_not` says why. Properties of runs and of values are not looked at.
std::optional<Symmetry> find_symmetry(const Network& network, const Property& property,
                                      std::vector<std::string>& why_not);

}  // namespace crowfly
