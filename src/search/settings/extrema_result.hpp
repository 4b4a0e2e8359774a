// The least and greatest values that were found.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/settings/search_outcome.hpp"

namespace crowfly {

// A value that is taken, or only approached.
struct Extremum {
    std::int64_t value = 0;
    bool unbounded = false;  // there is no greatest value
    bool attained = true;
};

struct MeasuredRange {
    std::optional<Extremum> least, greatest;  // none: no reachable state satisfies the formula
};

struct ExtremaResult : SearchOutcome {
    std::vector<MeasuredRange> ranges = {};  // one per measure
};

}  // namespace crowfly
