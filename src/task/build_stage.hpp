// Where a long preparation is, for whoever waits for it: "merging 5 of 12, 20 000 states".
#pragma once

#include <cstddef>
#include <string_view>

namespace crowfly {

struct BuildStage {
    std::string_view doing = {};  // a literal; empty: nothing is known
    std::size_t number = 0;       // of the merge, the pattern …
    std::size_t of = 0;           // so many, at most; 0: they are not counted
    std::size_t states = 0;       // abstract states of what is at work; 0: not known
    std::size_t predicates = 0;
};

}  // namespace crowfly
