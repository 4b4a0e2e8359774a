// How a maximal run is searched for along which a formula holds (or fails) all the time.
#pragma once

#include "network/analyses/distinction.hpp"
#include "network/formula.hpp"
#include "network/symmetry/symmetry.hpp"
#include "search/settings/settings.hpp"

namespace crowfly {

struct Liveness {
    Abstraction abstraction = Abstraction::m_plus;
    bool compress = false;
    // What tells states apart; null: everything.
    const Distinction* compared = nullptr;
    // The run starts in any reachable state where this holds; null: in the initial state.
    const Formula* trigger = nullptr;
    // What holds along the run; or fails, if not `wanted`.
    const Formula* kept = nullptr;
    bool wanted = true;
    // A safe heuristic that prunes states from which the trigger cannot be reached, see dead_ends.hpp; null: none does.
    const Guidance* pruning = nullptr;
    // One state of each orbit stands for all. That there is no run is then sure; one that is found is not a run of the
    // network, but of representatives. Null: every state counts.
    const Symmetry* symmetry = nullptr;
    // So many threads search together, see parallel_runs.hpp. Orbits are searched by one.
    std::size_t threads = 1;
    // For tests: threads give way to others at random, about once in so many steps; 0: they do not.
    std::size_t yields = 0;
    // So many states are expanded before a proof is tried that there is no run.
    std::size_t fallback_after = no_fallback;
};

}  // namespace crowfly
