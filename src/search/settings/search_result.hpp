// What the search for a state found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/settings/path.hpp"
#include "search/settings/search_outcome.hpp"
#include "search/settings/strategy_run.hpp"

namespace crowfly {

struct SearchResult : SearchOutcome {
    std::optional<Path> found = {};
    std::string order = {};                           // in which states were expanded: "bfs"; empty: that of the search
    bool cut = false;                                 // a path was not followed, because of a bound on paths
    bool may_be_long = false;                         // the path: a strategy found it that is not after short ones
    bool is_short = false;                            // the path: breadth first search would find none that is shorter
    std::vector<Firing> firings = {};                 // along it; empty: not known, and so may selects be
    std::optional<Cost> cost = {};                    // of it, in the algebra that was asked for
    std::vector<Path> more = {};                      // if several were asked for: to other states, or by other paths
    std::vector<std::string> strategies = {};         // those that were used, one after the other, in words
    std::vector<StrategyRun> schedule = {};           // of the default search: what its strategies did
    std::optional<PathImprovement> improvement = {};  // of the path, if it was tried
    std::vector<std::uint32_t> lengths_found = {};  // of a search that improves its path: each less than the one before
    std::vector<std::string> costs_found = {};      // likewise, where costs were asked for
    std::optional<PreferenceUse> preference = {};   // if some transitions were preferred
    std::vector<WorkerUse> workers = {};            // if there were several: what each did
    std::string note = {};                          // what is to be known besides

    // What a search that is saved has counted and found so far.
    void parts(auto& each) { each.uncounted(statistics, cut, found, more, firings, cost, lengths_found, costs_found); }
};

}  // namespace crowfly
