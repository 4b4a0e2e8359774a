// How a search ended and what it used, whatever it searched for.
#pragma once

#include <optional>
#include <string>

#include "search/settings/limits.hpp"
#include "search/settings/proof.hpp"
#include "space/stop.hpp"

namespace crowfly {

struct SearchOutcome {
    std::string unfinished = {};  // why the search ended before it was sure: a limit; "": it was sure
    Stop stop = {};               // what the model did wrong
    Statistics statistics = {};
    std::optional<Proof> proof = {};  // that what was looked for does not exist

    bool is_sure() const { return unfinished.empty() && !stop; }
};

}  // namespace crowfly
