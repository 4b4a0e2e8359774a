// Truths along a trace, for pages: what a circuit computes besides its latches, and facts that a query names.
#pragma once

#include <string>

namespace crowfly {

struct OutputWave {
    std::string name;    // "o0", "b0 (mutex)"
    std::string kind;    // "output", "bad" or "fact"
    std::string values;  // of each state, the initial one first: '0' or '1'
};

}  // namespace crowfly
