// What a user knows of a model that helps decision diagrams.
#pragma once

#include <string>
#include <vector>

#include "network/formula.hpp"

namespace crowfly::symbolic {

struct Advice {
    std::vector<Formula> hints;      // states to search first, those of the first hint before those of the second
    std::vector<std::string> order;  // names of slots and clocks that are tested first, in this order
};

}  // namespace crowfly::symbolic
