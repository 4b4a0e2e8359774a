// The network without a transition, for the question whether anything gets worse by that (Wehrle: Transition-based
// directed model checking, 2011, Ch. 3). Plainly, the edges of the transition are missing. In the stronger form, which
// sees through detours, so are all edges whose guards read an integer or a clock which the transition sets, and those
// that lead to the same place in the same process. Whether what is read in updates counts as well the thesis leaves
// open; without it our numbers are the published ones (docs/preferences.md), so it does only if asked for.
#pragma once

#include <map>
#include <vector>

#include "heuristic/heuristic.hpp"

namespace crowfly {

enum class Removal : std::uint8_t {
    plain,
    guards,
    updates
};  // the transition alone; and what reads in guards what it sets; and in updates

class Removals {
public:
    Removals(const Network& network, Removal kind);

    // Stays where it is. Made when it is first asked for.
    const RemovedEdges& of(const std::vector<EdgeIndex>& edges);

private:
    const std::vector<EdgeIndex>& removed_with(EdgeIndex edge);

    const Network& network_;
    Removal kind_;
    std::vector<std::vector<EdgeIndex>> readers_;        // per slot …
    std::vector<std::vector<EdgeIndex>> clock_readers_;  // … and per clock
    std::vector<std::vector<EdgeIndex>> removed_;        // per edge; empty: not asked for yet
    std::map<std::vector<EdgeIndex>, RemovedEdges> known_;
};

}  // namespace crowfly
