// What a worker knows in the end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/settings/search_outcome.hpp"

namespace crowfly {

struct WorkerResult : SearchOutcome {
    bool cut = false;                  // a path was not followed, because of a bound on paths
    std::vector<std::uint32_t> links;  // of the leader: of the path that was found, the goal first
    struct Held {
        std::size_t stored = 0, discrete = 0, waiting = 0, bytes = 0;
    };
    Held held;                            // by this worker alone
    std::size_t sent = 0;                 // states, to other workers
    std::size_t messages = 0;             // in which they were sent
    std::size_t sent_bytes = 0;           // by them
    std::optional<std::uint32_t> length;  // of the path that was found
};

}  // namespace crowfly
