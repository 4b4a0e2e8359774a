// Which traces an answer comes with.
#pragma once

#include <cstddef>

#include "trace/concretise.hpp"

namespace crowfly {

struct TraceOptions {
    Delays delays = Delays::earliest;
    // Leave out what is not needed.
    bool shorten = false;
    // So many different ones.
    std::size_t traces = 1;
    // With the symbolic states along them, over all clocks.
    bool zones = false;
    // A verdict that rests on a trace is given only if the trace was replayed.
    bool strict = false;
};

}  // namespace crowfly
