// What every search for a state is given.
#pragma once

#include <functional>
#include <optional>

#include "heuristic/heuristic.hpp"
#include "search/search_options.hpp"
#include "search/search_result.hpp"

namespace crowfly {

class Predicate;

// Which fallback strategies are to be tried, see fallback.hpp.
struct FallbackStrategies {
    std::size_t hulls = 0;  // so many are expanded at most
    bool depth_first = false;
};

// Searches by fallback strategies with what is left of the limits. Nothing: they did not decide the question, and what
// they used was added to `spent`.
using Fallback = std::function<std::optional<SearchResult>(const FallbackStrategies& which, Limits left,
                                                           Observer& observer, Statistics& spent)>;

struct SearchTask {
    Goal target;      // for heuristics …
    Predicate& goal;  // … and to be tested
    const SearchOptions& options;
    const Limits& limits;
    Observer& observer;
    Fallback fallback = {};  // empty: there is none
};

}  // namespace crowfly
