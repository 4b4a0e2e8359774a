// What a circuit computes besides its latches, along a trace, for pages.
#pragma once

#include <string>

namespace crowfly {

struct OutputWave {
    std::string name;    // "o0", "b0 (mutex)"
    std::string kind;    // "output" or "bad"
    std::string values;  // of each state, the initial one first: '0' or '1'
};

}  // namespace crowfly
