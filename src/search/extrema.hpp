// The least and greatest values expressions take in the reachable states that satisfy a formula.
//
// Zones are not widened, so what they say of a clock is true of reachable states. What was not stored because something
// simulates it can only differ beyond the constant up to which the clock is observed: if the clock gets further, the
// search is repeated with a larger one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/distinction.hpp"
#include "property/property.hpp"
#include "search/limits.hpp"
#include "space/stop.hpp"

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

struct ExtremaResult {
    std::vector<MeasuredRange> ranges;  // one per measure
    std::string unfinished;
    Stop stop;
    Statistics statistics;
};

struct Extrema {
    bool zones = true;
    bool compress = false;
    const Distinction* compared = nullptr;  // what tells states apart; null: everything
};

ExtremaResult search_extrema(const Network& network, const property::Extremum& asked, const Extrema& how,
                             const Limits& limits, Observer& observer);

}  // namespace crowfly
