// Is there a reachable state where a formula holds (or fails)? Breadth first, so that what is found has the fewest
// transitions, or depth first. A symbolic state that a stored one covers is not looked at again.
//
// While it goes breadth first it may take turns with a heuristic, see guide.hpp.
//
// Two ways may lead to the answer where breadth first has been going on for long, and each is tried once in its time,
// for a bounded number of states, while the search waits: depth first, for states that lie deep; and with a single zone
// per discrete state, the hull of all that reach it. Hulls hold states that cannot be reached, but if the formula does
// not hold in any of them that is an answer, and they are few where the zones of a discrete state are many.
#pragma once

#include <optional>
#include <string>

#include "network/distinction.hpp"
#include "network/formula.hpp"
#include "search/outcome.hpp"
#include "search/path.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct Reachability {
    Order order = Order::breadth_first;
    std::uint64_t seed = 1;
    Guidance guidance;           // of the best-first order
    std::optional<Turns> turns;  // breadth first: takes them with a heuristic
    bool shortest = false;       // breadth first, and nothing covers a state with fewer transitions behind it
    std::optional<Abstraction> abstraction =
        Abstraction::a_lu;  // none: the network has no clocks, and no zones are made
    bool hull = false;      // one zone per discrete state: what is found need not be reachable
    bool compress = false;
    const Distinction* compared = nullptr;  // what tells states apart; null: everything
    std::size_t fallback_after =
        no_fallback;                  // breadth first: so many states are looked at before other ways are tried …
    std::size_t zones_per_state = 2;  // … hulls only if discrete states have that many zones on average
    std::size_t traces = 1;           // go on until so many different ones were found
    bool wanted = true;               // look for a state where the formula holds, or for one where it fails
};

struct SearchResult : Outcome {
    std::optional<Path> found = {};
    std::vector<Firing> firings = {};              // along it; empty: not known
    std::vector<Path> more = {};                   // if several were asked for: to other states, or by other paths
    std::vector<std::string> ways = {};            // how it was searched, one after the other, in words
    std::optional<PreferenceUse> preference = {};  // if some transitions were preferred
};

SearchResult search(const Network& network, const Formula& formula, const Reachability& how, const Limits& limits,
                    Observer& observer);

}  // namespace crowfly
