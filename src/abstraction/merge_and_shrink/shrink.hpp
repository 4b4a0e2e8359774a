// Which states of a factor become one (Dräger, Finkbeiner, Podelski: Directed model checking with distance-preserving
// abstractions, 2009, Algorithm 3). States at different distances to the goal are kept apart first; then states that
// the same labels lead to different classes, as long as there are at most N classes.
#pragma once

#include "abstraction/merge_and_shrink/transition_system.hpp"

namespace crowfly::mas {

enum class Shrink : std::uint8_t {
    low_first,   // classes near the goal are split first
    high_first,  // … far from the goal
    // All classes, by increasing distance; if that is too many, by the steps that lower the distance alone.
    bisimulation,
    weak,  // what can be reached at all, see weak_bisimulation.hpp
};

struct Shrinking {
    Shrink how{};
    std::uint32_t most_states = 0;
    std::vector<bool> silent = {};  // per group: no other factor takes part, which `weak` makes use of
};

struct Classes {
    StateMap of;  // each state
    std::uint32_t count = 0;
    bool is_bounded = false;  // more classes would have been told apart
};

// `distance`: of each state, none of which is a dead end.
Classes find_classes(const TransitionSystem& system, const std::vector<Estimate>& distance, const Shrinking& shrinking);

}  // namespace crowfly::mas
