// Which library the decision diagrams are from (bdd.cpp).
#pragma once

#include <string>

namespace crowfly::symbolic {

std::string diagram_library();  // "BuDDy 2.4"

}  // namespace crowfly::symbolic
