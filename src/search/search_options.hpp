// How a state is searched for where a formula holds (or fails).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "network/distinction.hpp"
#include "network/symmetry/symmetry.hpp"
#include "search/settings.hpp"

namespace crowfly {

class Checkpoints;
class Cluster;
class TaskCache;
struct Costs;

constexpr std::size_t no_bound = std::numeric_limits<std::size_t>::max();

struct SearchOptions {
    // Its name in the registry, or `automatic`.
    std::string search = "bfs";
    // Turns of the automatic search are so many times shorter.
    std::uint64_t pace = 1;
    // So many strategies of the automatic search run at once.
    std::size_t workers = 1;
    // So many threads search together, see search/workers/team.hpp.
    std::size_t threads = 1;
    // Or so do the ranks of an MPI program, see search/workers/ranks.hpp; null: there is but this one.
    Cluster* ranks = nullptr;
    // The strategies of the automatic search that take turns, by name; empty: all.
    std::vector<std::string> strategies = {};
    std::uint64_t seed = 1;
    // Of search by rank: breadth first until much was expanded in vain, see search/ranked.hpp.
    bool adaptive = false;
    // Likewise: among equals the state that is least far along, see search/topological_levels.hpp.
    bool topological = false;
    // Where one trace is wanted the search begins anew, see search/restarts.hpp, the first time after so many states;
    // 0: it does not.
    std::size_t restart = 0;
    // Of searches with a heuristic.
    Guidance guidance = {};
    // Longer paths are not followed, see SearchResult::cut.
    std::size_t longest = no_bound;
    // Nor are paths that cost more, by the first part of the costs.
    std::optional<std::int64_t> dearest = {};
    // Other searches wait while its heuristic is built.
    bool hasty = false;
    // Shared with other searches for the same goal; null: with none.
    std::shared_ptr<TaskCache> tasks = {};
    // Of breadth first search: no state covers one that takes fewer transitions.
    bool shortest = false;
    // None: the network has no clocks, and there are no zones.
    std::optional<Abstraction> abstraction = Abstraction::a_lu;
    // One zone per discrete state, the hull of all: what is found need not be reachable.
    bool hull = false;
    bool compress = false;
    // Of bfs, dfs and rdfs without clocks: what is kept instead of states, see search/lossy_search.hpp.
    std::optional<LossyStore> store = {};
    // Of bfs and astar: the directory where states are kept.
    std::optional<DiskStore> disk = {};
    // Where the search is saved now and then, and resumed from; null: neither.
    std::shared_ptr<Checkpoints> checkpoints = {};
    // What tells states apart; null: everything.
    const Distinction* compared = nullptr;
    // States are replaced by their representatives; null: none are.
    const Symmetry* symmetry = nullptr;
    // What is minimised by searches that look for a cheapest trace; null: the number of transitions.
    const Costs* costs = nullptr;
    // The search goes on until it has found so many different traces.
    std::size_t traces = 1;
    // The state that is searched for satisfies the formula; else it violates it.
    bool wanted = true;
    // The automatic search improves a path that may be long.
    bool improves = true;
};

}  // namespace crowfly
