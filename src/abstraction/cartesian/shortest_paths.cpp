#include "abstraction/cartesian/shortest_paths.hpp"

#include <functional>
#include <queue>

namespace crowfly::cartesian {

namespace {

template <class Entry>
using LeastFirst = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

}  // namespace

ShortestPaths::ShortestPaths(const CartesianSystem& system, std::vector<std::uint32_t> costs, bool is_goal)
    : system_(system), costs_(std::move(costs)), distances_{is_goal ? 0 : infinite} {}

Estimate ShortestPaths::distance(AbstractState state) const {
    return distances_[state] == infinite ? dead_end : static_cast<Estimate>(distances_[state] >> 32U);
}

void ShortestPaths::update(AbstractState old, AbstractState fresh, bool old_is_goal, bool fresh_is_goal) {
    distances_.push_back(distances_[old]);
    next_.push_back(no_transition);
    is_affected_.push_back(false);
    if (distances_[old] == infinite) return;
    if (next_[old] != no_transition) inherit_next(old, fresh);
    std::vector<AbstractState> candidates;
    if (!old_is_goal && next_[old] == no_transition) candidates.push_back(old);
    if (!fresh_is_goal && next_[fresh] == no_transition) candidates.push_back(fresh);
    solve(find_affected(candidates));
}

// The next transition of the old state may belong to the new one now, or both may have it.
void ShortestPaths::inherit_next(AbstractState old, AbstractState fresh) {
    const CartesianSystem::Transition& before = system_.transition(next_[old]);
    if (before.source == fresh) {
        next_[fresh] = next_[old];
        next_[old] = no_transition;
        return;
    }
    for (const TransitionIndex t : system_.outgoing(fresh)) {
        const CartesianSystem::Transition& copy = system_.transition(t);
        if (copy.label != before.label || copy.target != before.target) continue;
        next_[fresh] = t;
        return;
    }
}

// States whose distance grows, the nearest first: those without a path as long as before, and those whose paths led
// through them.
std::vector<AbstractState> ShortestPaths::find_affected(const std::vector<AbstractState>& candidates) {
    using Entry = std::pair<Length, AbstractState>;
    LeastFirst<Entry> open;
    for (const AbstractState state : candidates) open.emplace(distances_[state], state);
    std::vector<AbstractState> affected;
    while (!open.empty()) {
        const AbstractState state = open.top().second;
        open.pop();
        if (is_affected_[state] || reconnect(state)) continue;
        is_affected_[state] = true;
        affected.push_back(state);
        for (const TransitionIndex t : system_.incoming(state)) {
            const AbstractState source = system_.transition(t).source;
            if (next_[source] == t) open.emplace(distances_[source], source);
        }
    }
    return affected;
}

// States nearer to the goal are known to be affected or not, as they were looked at before.
bool ShortestPaths::reconnect(AbstractState state) {
    for (const TransitionIndex t : system_.outgoing(state)) {
        const AbstractState target = system_.transition(t).target;
        if (is_affected_[target] || distances_[target] == infinite) continue;
        if (distances_[target] + length(t) != distances_[state]) continue;
        next_[state] = t;
        return true;
    }
    next_[state] = no_transition;
    return false;
}

void ShortestPaths::solve(const std::vector<AbstractState>& affected) {
    using Entry = std::pair<Length, AbstractState>;
    LeastFirst<Entry> open;
    for (const AbstractState state : affected) {
        distances_[state] = infinite;
        for (const TransitionIndex t : system_.outgoing(state)) {
            const AbstractState target = system_.transition(t).target;
            if (is_affected_[target] || distances_[target] == infinite) continue;
            if (distances_[target] + length(t) >= distances_[state]) continue;
            distances_[state] = distances_[target] + length(t);
            next_[state] = t;
        }
        if (distances_[state] != infinite) open.emplace(distances_[state], state);
    }
    while (!open.empty()) {
        const auto [distance, state] = open.top();
        open.pop();
        if (distances_[state] != distance) continue;
        for (const TransitionIndex t : system_.incoming(state)) {
            const AbstractState source = system_.transition(t).source;
            if (!is_affected_[source] || distance + length(t) >= distances_[source]) continue;
            distances_[source] = distance + length(t);
            next_[source] = t;
            open.emplace(distances_[source], source);
        }
    }
    for (const AbstractState state : affected) is_affected_[state] = false;
}

}  // namespace crowfly::cartesian
