// The edges to remove from the network to see whether a transition is useless (Wehrle: Transition-based directed model
// checking, 2011, Ch. 3). In the plain form these are the edges of the transition. In the stronger form, which sees
// through detours, these are also the edges whose guards read an integer or a clock that the transition sets, and those
// that lead the same process to the same location. The latter rule is about changes of the location: an edge that stays
// where it is brings about no location, so it neither removes others by this rule nor is removed. Otherwise all edges
// of a process with one location, such as a planning task, would be removed together, and none would ever be useless.
// The thesis leaves open whether edges whose updates read what the transition sets are removed, too; without these our
// numbers are the published ones (docs/explanation/preferences.md), so they stay by default.
#pragma once

#include <map>
#include <vector>

#include "heuristic/heuristic.hpp"

namespace crowfly {

class Task;  // task/task.hpp
struct Operator;

enum class Removal : std::uint8_t {
    plain,   // the edges of the transition
    guards,  // … and those whose guards read what it sets
    updates  // … and those whose updates do
};

class Removals {
public:
    Removals(const Network& network, Removal kind);

    // Computed at the first call; the reference stays valid.
    const RemovedEdges& of(const std::vector<EdgeIndex>& edges);

private:
    const std::vector<EdgeIndex>& removed_with(EdgeIndex edge);

    const Network& network_;
    Removal kind_;
    std::vector<std::vector<EdgeIndex>> readers_;        // per slot …
    std::vector<std::vector<EdgeIndex>> clock_readers_;  // … and per clock
    std::vector<std::vector<EdgeIndex>> removed_;        // per edge; empty: not computed yet
    std::map<std::vector<EdgeIndex>, RemovedEdges> known_;
};

// Whether the operator stands for a transition with one of these edges. An axiom stands for none.
bool is_removed(const Task& task, const Operator& op, const RemovedEdges& removed);

}  // namespace crowfly
