// How a state is searched for where a formula holds (or fails).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "network/distinction.hpp"
#include "search/settings.hpp"

namespace crowfly {

class TaskCache;

struct SearchOptions {
    std::string search = "bfs";  // its name in the registry, or `automatic`
    std::uint64_t pace = 1;      // turns of the automatic search are so many times shorter
    std::uint64_t seed = 1;
    Guidance guidance = {};                 // of searches with a heuristic
    bool hasty = false;                     // other searches wait while its heuristic is built
    std::shared_ptr<TaskCache> tasks = {};  // shared with other searches for the same goal; null: with none
    bool shortest = false;  // breadth first, and nothing covers a state with fewer transitions behind it
    std::optional<Abstraction> abstraction =
        Abstraction::a_lu;  // none: the network has no clocks, and no zones are made
    bool hull = false;      // one zone per discrete state: what is found need not be reachable
    bool compress = false;
    const Distinction* compared = nullptr;  // what tells states apart; null: everything
    std::size_t traces = 1;                 // go on until so many different ones were found
    bool wanted = true;                     // search for a state where the formula holds, or for one where it fails
};

}  // namespace crowfly
