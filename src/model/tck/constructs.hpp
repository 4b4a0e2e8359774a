// The constructs of TChecker's language.
#pragma once

#include "model/construct.hpp"

namespace crowfly::tck {

model::Constructs constructs();

}  // namespace crowfly::tck
