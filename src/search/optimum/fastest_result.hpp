// How soon a state can be reached.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/optimum/optimum_result.hpp"
#include "search/settings/path.hpp"

namespace crowfly {

struct Soonest {
    std::int64_t time = 0;
    bool attained = true;  // otherwise it is only approached
    Path path;
    std::vector<Firing> firings;  // along it; empty: not known
};

struct FastestResult : OptimumResult {
    std::optional<Soonest> found = {};  // if the search was not sure: the fastest so far
};

}  // namespace crowfly
