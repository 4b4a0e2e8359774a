// How least and greatest values are searched for.
#pragma once

#include "network/analyses/distinction.hpp"
#include "search/settings/settings.hpp"

namespace crowfly {

struct Extrema {
    bool zones = true;
    bool compress = false;
    const Distinction* compared = nullptr;  // what tells states apart; null: everything
    // A safe heuristic that prunes states from which the condition cannot be reached, see dead_ends.hpp; null: none.
    const Guidance* pruning = nullptr;
};

}  // namespace crowfly
