#include "search/fallback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "network/pruning/bystanders.hpp"
#include "search/reachability.hpp"

namespace crowfly {
namespace {

// A state found among hulls may be one that cannot be reached. A run-time error may come after what is searched for:
// whether it ends the search is not for a fallback to say.
bool is_sure(const SearchResult& result, bool hull) {
    return result.unfinished.empty() && !result.stop && !(hull && result.found);
}

// Widening keeps the number of hulls finite; what the comparison by simulation forgets has to be forgotten by it.
Abstraction widening_for(Abstraction abstraction) {
    if (abstraction == Abstraction::a_lu) return Abstraction::lu_plus;
    return abstraction == Abstraction::a_m ? Abstraction::m_plus : abstraction;
}

std::vector<SearchOptions> strategies_of(const FallbackStrategies& which, const SearchOptions& options) {
    std::vector<SearchOptions> strategies;
    SearchOptions other = options;
    other.fallback_after = no_fallback;
    other.turns.reset();
    if (which.hulls > 0) {
        strategies.push_back(other);
        strategies.back().hull = true;
        strategies.back().symmetry = nullptr;  // it is one of the whole network, and bystanders are left out
        strategies.back().abstraction = widening_for(*options.abstraction);
    }
    if (which.depth_first) {
        strategies.push_back(other);
        strategies.back().search = "dfs";
    }
    return strategies;
}

// All that can be reached can be reached without bystanders as well. What they do wrong themselves is not met, so it is
// told that they are missing.
SearchResult search_without_bystanders(const Network& network, const Formula& formula, const SearchOptions& options,
                                       const Limits& limits, Observer& observer) {
    const std::vector<bool> left_out = find_bystanders(network, std::array{&formula}, Bystanders::any);
    SearchResult result = search(without_processes(network, left_out), formula, options, limits, observer);
    const auto missing = std::ranges::count(left_out, true);
    if (missing > 0 && !result.strategies.empty())
        result.strategies.back() +=
            fmt::format(", without {} process{} that nothing depends on", missing, missing == 1 ? "" : "es");
    return result;
}

}  // namespace

Fallback fallback_of(const Network& network, const Formula& formula, const SearchOptions& options) {
    return [&network, &formula, options](const FallbackStrategies& which, Limits left, Observer& observer,
                                         Statistics& spent) -> std::optional<SearchResult> {
        for (const SearchOptions& strategy : strategies_of(which, options)) {
            left.explored = strategy.hull ? which.hulls : options.fallback_after;
            SearchResult result = strategy.hull ? search_without_bystanders(network, formula, strategy, left, observer)
                                                : search(network, formula, strategy, left, observer);
            if (is_sure(result, strategy.hull)) return result;
            left.seconds -= result.statistics.seconds;
            spent = spent + result.statistics;
        }
        return std::nullopt;
    };
}

}  // namespace crowfly
