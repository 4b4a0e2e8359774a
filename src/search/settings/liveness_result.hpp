// What the search for a maximal run found.
#pragma once

#include <optional>

#include "search/settings/path.hpp"
#include "search/settings/search_outcome.hpp"

namespace crowfly {

struct MaximalRun {
    // From the initial state; of a lasso, until its first state is there again.
    Path path;
    // At which state of the path the trigger held.
    std::optional<std::size_t> trigger;
    // How many transitions are the cycle; none: time passes for ever, or nothing can happen any more.
    std::optional<std::size_t> loop;
};

struct LivenessResult : SearchOutcome {
    std::optional<MaximalRun> found = {};
};

}  // namespace crowfly
