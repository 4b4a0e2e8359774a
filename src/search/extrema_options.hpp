// How least and greatest values are searched for.
#pragma once

#include "network/distinction.hpp"

namespace crowfly {

struct Extrema {
    bool zones = true;
    bool compress = false;
    const Distinction* compared = nullptr;  // what tells states apart; null: everything
};

}  // namespace crowfly
