// What a search for the least time or price ends with, beside the trace.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/optimum/total.hpp"
#include "search/settings/search_outcome.hpp"

namespace crowfly {

struct OptimumResult : SearchOutcome {
    // Where a limit ended the search: no trace has a lower value than this. A trace that was found may not be the best.
    std::optional<std::int64_t> least = {};
    // Of the traces that were found one after the other, each better than the one before.
    std::vector<Total> totals_found = {};
};

}  // namespace crowfly
