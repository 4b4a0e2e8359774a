// The symbolic states along a walk: the clock values that its transitions can lead to with any delays.
#pragma once

#include <string>
#include <vector>

#include "network/network.hpp"
#include "trace/trace.hpp"

namespace crowfly {

struct WalkZones {
    // Of each state, the initial one first: "x <= 3, y - x < 2"; "" where nothing is bounded.
    std::vector<std::string> texts;
    std::string why;  // why there are none; empty: there are
};

WalkZones zones_along(const Network& network, const Trace& trace);

}  // namespace crowfly
