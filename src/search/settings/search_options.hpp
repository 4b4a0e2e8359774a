// How a state is searched for where a formula holds (or fails).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "network/analyses/distinction.hpp"
#include "network/symmetry/symmetry.hpp"
#include "search/settings/settings.hpp"

namespace crowfly {

class TaskCache;

// What the engine adds to the settings: how one query asks for states of one network.
struct EnginePart {
    // None: the network has no clocks, and there are no zones.
    std::optional<Abstraction> abstraction = Abstraction::a_lu;
    // One zone per discrete state, the hull of all: what is found need not be reachable.
    bool hull = false;
    // What tells states apart; null: everything.
    const Distinction* compared = nullptr;
    // States are replaced by their representatives; null: none are.
    const Symmetry* symmetry = nullptr;
    // The state that is searched for satisfies the formula; else it violates it.
    bool wanted = true;
    // The search goes on until it has found so many different traces.
    std::size_t traces = 1;
    // The automatic search improves a path that may be long.
    bool improves = true;
    // Other searches wait while its heuristic is built.
    bool hasty = false;
    // Shared with other searches for the same goal; null: with none.
    std::shared_ptr<TaskCache> tasks = {};
};

struct SearchOptions : Settings, EnginePart {};

}  // namespace crowfly
