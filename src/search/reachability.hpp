// Is there a reachable state where a formula holds (or fails)? Breadth first, so that what is found has the fewest
// transitions, or depth first. A symbolic state that a stored one covers is not looked at again.
#pragma once

#include <optional>
#include <string>

#include "network/formula.hpp"
#include "network/slot_set.hpp"
#include "search/limits.hpp"
#include "search/path.hpp"
#include "search/settings.hpp"
#include "space/stop.hpp"

namespace crowfly {

struct Reachability {
    Order order = Order::breadth_first;
    std::uint64_t seed = 1;
    bool shortest = false;  // breadth first, and nothing covers a state with fewer transitions behind it
    std::optional<Abstraction> abstraction = Abstraction::a_lu;  // none: the network has no clocks, and no zones are made
    bool compress = false;
    const SlotSet* compared = nullptr;  // the slots that tell states apart; null: all
    bool wanted = true;  // look for a state where the formula holds, or for one where it fails
};

struct SearchResult {
    std::optional<Path> found;
    std::string unfinished;  // why the search ended before it was sure: a limit
    Stop stop;               // … or what the model did wrong
    Statistics statistics;
};

SearchResult search(const Network& network, const Formula& formula, const Reachability& how, const Limits& limits, Observer& observer);

}  // namespace crowfly
