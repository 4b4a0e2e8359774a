// What the search for a maximal run found.
#pragma once

#include <optional>

#include "search/path.hpp"
#include "search/search_outcome.hpp"

namespace crowfly {

struct MaximalRun {
    Path path;                           // from the start; of a lasso, until its first state is there again
    std::optional<std::size_t> trigger;  // where in it the trigger held
    std::optional<std::size_t>
        loop;  // how many of them are the cycle; none: time passes for ever, or nothing happens any more
};

struct LivenessResult : SearchOutcome {
    std::optional<MaximalRun> found = {};
};

}  // namespace crowfly
