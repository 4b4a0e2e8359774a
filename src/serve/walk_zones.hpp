// The symbolic states along a walk: which clock values its transitions can lead to if they are taken with other delays.
#pragma once

#include <string>
#include <vector>

#include "network/network.hpp"
#include "trace/trace.hpp"

namespace crowfly {

struct WalkZones {
    std::vector<std::string>
        texts;        // of each state, the initial one first: "x <= 3, y - x < 2"; "" where nothing is bounded
    std::string why;  // not empty: there are none, for this reason
};

WalkZones zones_along(const Network& network, const Trace& trace);

}  // namespace crowfly
