// The constructs of UPPAAL's language, in the order of its documentation.
#pragma once

#include "model/construct.hpp"

namespace crowfly::uppaal {

model::Constructs constructs();

}  // namespace crowfly::uppaal
