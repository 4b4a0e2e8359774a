// The constructs of planning tasks.
#pragma once

#include "model/construct.hpp"

namespace crowfly::sas {

model::Constructs constructs();

}  // namespace crowfly::sas
