// Which traces an answer comes with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "trace/runs/concretise.hpp"

namespace crowfly {

struct TraceOptions {
    Delays delays = Delays::earliest;
    // Look for a shorter one, with so much effort (search/settings/pacer.hpp) if it leads to a state.
    bool shorten = false;
    std::uint64_t shortening = 500'000'000;
    bool thorough = false;  // then also between any two of its states
    // So many different ones.
    std::size_t traces = 1;
    // With the symbolic states along them, over all clocks.
    bool zones = false;
    // The first one that is found is kept as it is, and its delays are computed within the limits of the search.
    bool prompt = false;
    // A verdict that rests on a trace is given only if the trace was replayed.
    bool strict = false;
};

}  // namespace crowfly
