// What every search for a state is given.
#pragma once

#include "heuristic/heuristic.hpp"
#include "search/settings/pacer.hpp"
#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"

namespace crowfly {

class Predicate;

struct SearchTask {
    Goal target;      // for heuristics …
    Predicate& goal;  // … and to be tested
    const SearchOptions& options;
    const Limits& limits;
    Observer& observer;

    // See search/settings/pacer.hpp.
    std::uint64_t effort(const Statistics& used, const ZoneWork& zones) const {
        const SearchEffort effort(target.network, options.abstraction.has_value());
        return effort.of(used.explored, used.generated, zones);
    }
};

}  // namespace crowfly
