// At which price a state can be reached.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/optimum/optimum_result.hpp"
#include "space/priced/priced_passage.hpp"

namespace crowfly {

// A state of the cheapest path.
struct PricedPoint {
    std::vector<std::int32_t> slots;
    std::vector<ClockIndex> clocks;  // of its zones
    PricedPassage passage;           // how it was reached
    zone::WideZone reached;          // after the delay
};

struct LeastPrice {
    std::int64_t price = 0;
    bool attained = true;  // otherwise it is only approached
    std::vector<PricedPoint> path;
    zone::WideZone goal;      // the part of the last state that was asked for
    zone::WideZone cheapest;  // the part of it that has the least price, see zone::Least::where
};

struct LeastPriceResult : OptimumResult {
    std::optional<LeastPrice> found = {};  // if the search was not sure: the cheapest so far
};

}  // namespace crowfly
