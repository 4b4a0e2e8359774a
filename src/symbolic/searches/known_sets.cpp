#include "symbolic/searches/known_sets.hpp"

#include <algorithm>

namespace crowfly::symbolic {

std::optional<SearchFound> KnownSets::end_among(const Bdd& states) const {
    const TransitionSystem& system = run_.network.system();
    SearchFound result;
    const Bdd reached = system.goal_among(states, run_.network.variables().now());
    if (!reached.is_false()) {
        result.path = path_to(reached);
        return result;
    }
    const Bdd faulty = states & system.faults;
    if (faulty.is_false()) return std::nullopt;
    result.to_fault = path_to(faulty);
    return result;
}

// Before a state was known, one of its predecessors was.
FoundPath KnownSets::path_to(const Bdd& reached) const {
    const TransitionSystem& system = run_.network.system();
    const Bdd now = run_.network.variables().now();
    std::vector<Bdd> states{one_of(reached, now)};
    for (std::size_t first = first_with(states.back()); first > 0; first = first_with(states.back()))
        states.push_back(one_of(system.preimage(states.back()) & sets_[first - 1], now));
    std::ranges::reverse(states);
    const Bdd last = states.back();
    for (Bdd& state : states) state = system.delayed(state);
    return path_through(run_.network, states, last);
}

std::size_t KnownSets::first_with(const Bdd& states) const {
    const auto found = std::ranges::partition_point(sets_, [&](const Bdd& set) { return (set & states).is_false(); });
    return static_cast<std::size_t>(found - sets_.begin());
}

}  // namespace crowfly::symbolic
