// What every search for a state is given.
#pragma once

#include "heuristic/heuristic.hpp"
#include "search/pacer.hpp"
#include "search/search_options.hpp"
#include "search/search_result.hpp"

namespace crowfly {

class Predicate;

struct SearchTask {
    Goal target;      // for heuristics …
    Predicate& goal;  // … and to be tested
    const SearchOptions& options;
    const Limits& limits;
    Observer& observer;
    std::size_t references = 0;  // in local time: the clocks of zones that the network does not have

    // See search/pacer.hpp.
    std::uint64_t effort(const Statistics& used, std::uint64_t comparisons) const {
        const std::size_t clocks = options.abstraction ? target.network.clocks.size() + references : 0;
        const SearchEffort effort(target.network.slots.size(), clocks);
        return effort.of(used.explored, used.generated, comparisons);
    }
};

}  // namespace crowfly
