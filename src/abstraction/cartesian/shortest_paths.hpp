// Distances to the goal in an abstraction while it is refined (Seipp, von Allmen, Helmert: Incremental search for
// counterexample-guided Cartesian abstraction refinement, ICAPS 2020). A split makes distances grow only for states
// whose shortest path leads through the state that was split, and only if they have no other path of that length.
// Those are found along the tree of shortest paths, and Dijkstra's algorithm is run for them alone.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "abstraction/cartesian/cartesian_system.hpp"

namespace crowfly::cartesian {

class ShortestPaths {
public:
    // The costs of label classes, and whether the one state that there is at first is a goal state.
    ShortestPaths(const CartesianSystem& system, std::vector<std::uint32_t> costs, bool is_goal);

    Estimate distance(AbstractState state) const;
    // The first transition of a shortest path; no_transition: it is a goal state, or a dead end.
    TransitionIndex next(AbstractState state) const { return next_[state]; }
    bool is_dead_end(AbstractState state) const { return distances_[state] == infinite; }
    bool is_nearer(AbstractState a, AbstractState b) const { return distances_[a] < distances_[b]; }

    // After a state was split; which of both are goal states.
    void update(AbstractState old, AbstractState fresh, bool old_is_goal, bool fresh_is_goal);

    void parts(auto& each) { each.derived(costs_, distances_, next_, is_affected_); }

private:
    // Cost, and number of transitions in the lower half: so every transition makes a path longer, and the tree of
    // shortest paths has no cycles of transitions that cost nothing.
    using Length = std::uint64_t;
    static constexpr Length infinite = std::numeric_limits<Length>::max();

    Length length(TransitionIndex t) const { return (Length{costs_[system_.transition(t).label]} << 32U) + 1; }
    void inherit_next(AbstractState old, AbstractState fresh);
    std::vector<AbstractState> find_affected(const std::vector<AbstractState>& candidates);
    bool reconnect(AbstractState state);
    void solve(const std::vector<AbstractState>& affected);

    const CartesianSystem& system_;
    std::vector<std::uint32_t> costs_;
    std::vector<Length> distances_;
    std::vector<TransitionIndex> next_{no_transition};
    std::vector<bool> is_affected_{false};
};

}  // namespace crowfly::cartesian
