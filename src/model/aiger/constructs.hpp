// The constructs of AIGER's circuits.
#pragma once

#include "model/construct.hpp"

namespace crowfly::aiger {

model::Constructs constructs();

}  // namespace crowfly::aiger
