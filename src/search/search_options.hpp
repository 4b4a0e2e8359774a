// How a state is searched for where a formula holds (or fails).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "network/distinction.hpp"
#include "network/symmetry/symmetry.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct SearchOptions {
    std::string search = "bfs";  // its name in the registry
    std::uint64_t seed = 1;
    Guidance guidance = {};           // of searches with a heuristic
    std::optional<Turns> turns = {};  // breadth first: takes them with a heuristic
    bool shortest = false;            // breadth first, and nothing covers a state with fewer transitions behind it
    std::optional<Abstraction> abstraction =
        Abstraction::a_lu;  // none: the network has no clocks, and no zones are made
    bool hull = false;      // one zone per discrete state: what is found need not be reachable
    bool compress = false;
    const Distinction* compared = nullptr;     // what tells states apart; null: everything
    const Symmetry* symmetry = nullptr;        // states are replaced by their representatives; null: none are
    std::size_t fallback_after = no_fallback;  // so many states are expanded before fallback strategies are tried …
    std::size_t zones_per_state = 2;           // … hulls only if discrete states have that many zones on average
    std::size_t traces = 1;                    // go on until so many different ones were found
    bool wanted = true;                        // search for a state where the formula holds, or for one where it fails
};

}  // namespace crowfly
