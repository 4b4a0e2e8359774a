// Asks beside a query whether further states are reachable: by the default search, with limits of its own. The query's
// verdict, statistics and options have no part in it.
#pragma once

#include <chrono>
#include <optional>

#include "engine/engine.hpp"

namespace crowfly {

class SideSearch {
public:
    // `limits` are those of the query, except that all searches together take at most so many seconds.
    SideSearch(const Network& network, const Limits& limits, double seconds);

    // True: a replayed trace leads to such a state. False: it is proved that none does. Nothing: neither was possible
    // within the limits. An over-approximation that contains such a state says nothing.
    std::optional<bool> is_reachable(const Property& reach);

    const Network& network() const { return network_; }

private:
    using Clock = std::chrono::steady_clock;

    std::optional<bool> decide(const Property& reach, double seconds) const;

    const Network& network_;
    Limits limits_;
    Clock::time_point end_;
};

// What a side search may take after a query of so many seconds: a tenth, and a tenth of a second at least.
double side_search_seconds(double query_seconds);

}  // namespace crowfly
