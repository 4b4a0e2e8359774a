// A safe heuristic prunes a search that it does not guide, where the search has to come to a goal first:
//   p --> q   Runs that avoid q are searched for from every state where p holds. From a dead end of the goal p no such
//             state is reached, so it is not expanded. Once p was met nothing is pruned: the run need not reach
//             anything, it only has to avoid q for ever.
//   E[] p, A<> q   For the same reason nothing is pruned.
//   sup{p}: e      Values are read off states where p holds, so dead ends of the goal p are not expanded.
// As in searches for a state, a run-time error behind a dead end is missed, unless the heuristic looks for errors, too
// (docs/explanation/directed.md).
#pragma once

#include <optional>

#include "search/guidance/estimates.hpp"
#include "search/kernels/ledger.hpp"
#include "search/settings/settings.hpp"

namespace crowfly {

// The heuristic that the settings name, if it can prune; null: none.
const Guidance* pruning_guidance(const Settings& settings);

class DeadEnds {
public:
    // Without guidance there are none, nor where the heuristic does not know a normal form of the states.
    DeadEnds(const Guidance* guidance, const Network& network, const Formula& goal, const StateForm& form,
             Ledger& ledger);

    // Whether a stored state need not be expanded. `Space` is always the same one, until another is begun.
    template <class Space>
    bool contain(Space& space, NodeId node) {
        return estimates_ && estimates_->proves_dead_end(estimates_->of_stored(space, node));
    }
    void begin_space() {
        if (estimates_) estimates_->begin_space();
    }

    void parts(auto& each) { each.derived(estimates_); }
    void note(Statistics& statistics) const {
        if (estimates_) estimates_->note(statistics);
    }
    // What a proof rests on besides the search; "": nothing was pruned.
    std::string heuristic(const Statistics& statistics) const;

private:
    const Guidance* guidance_;
    std::optional<Estimates> estimates_;
};

}  // namespace crowfly
