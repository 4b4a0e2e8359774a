// How a state is searched for where a formula holds (or fails).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "network/distinction.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct SearchOptions {
    // Its name in the registry.
    std::string search = "bfs";
    std::uint64_t seed = 1;
    // Of searches with a heuristic.
    Guidance guidance = {};
    // Breadth first search alternates with a heuristic.
    std::optional<Turns> turns = {};
    // Of breadth first search: no state covers one that takes fewer transitions.
    bool shortest = false;
    // None: the network has no clocks, and there are no zones.
    std::optional<Abstraction> abstraction = Abstraction::a_lu;
    // One zone per discrete state, the hull of all: what is found need not be reachable.
    bool hull = false;
    bool compress = false;
    // What tells states apart; null: everything.
    const Distinction* compared = nullptr;
    // So many states are expanded before fallback strategies are tried.
    std::size_t fallback_after = no_fallback;
    // Hulls are tried only if discrete states have so many zones on average.
    std::size_t zones_per_state = 2;
    // The search goes on until it has found so many different traces.
    std::size_t traces = 1;
    // The state that is searched for satisfies the formula; else it violates it.
    bool wanted = true;
};

}  // namespace crowfly
