// How soon a state can be reached.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/path.hpp"
#include "search/search_outcome.hpp"

namespace crowfly {

struct Soonest {
    std::int64_t time = 0;
    bool attained = true;  // otherwise it is only approached
    Path path;
    std::vector<Firing> firings;  // along it; empty: not known
};

struct FastestResult : SearchOutcome {
    // Where the search was not finished: no trace takes less time than this, and one that was found may not be fastest.
    std::optional<std::int64_t> least = {};
    std::optional<Soonest> found = {};
};

}  // namespace crowfly
