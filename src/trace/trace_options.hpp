// Which traces an answer comes with.
#pragma once

#include <cstddef>
#include <limits>

#include "trace/concretise.hpp"

namespace crowfly {

struct TraceOptions {
    Delays delays = Delays::earliest;
    // Leave out what is not needed, by retracing so many transitions at most.
    bool shorten = false;
    std::size_t most_retraced = std::numeric_limits<std::size_t>::max();
    // So many different ones.
    std::size_t traces = 1;
    // With the symbolic states along them, over all clocks.
    bool zones = false;
    // A verdict that rests on a trace is given only if the trace was replayed.
    bool strict = false;
};

}  // namespace crowfly
