// Is there a reachable state where a formula holds (or fails)? In local time (network/analyses/locality.hpp):
// interleavings of independent transitions meet in one zone, so that fewer zones are stored where processes move
// independently.
#pragma once

#include "network/analyses/locality.hpp"
#include "network/formula.hpp"
#include "reduce/task_reduction.hpp"
#include "space/layout.hpp"

namespace crowfly {

// Why a search is unfinished; that would be a mistake of ours.
inline constexpr const char* not_sorted = "the trace in local time could not be ordered by global time";

// Each component has its own time. The search is breadth first, or by rank; zones are compared by a_LU. Lifting sorts
// the transitions of the path by time (global_order.hpp).
class LocalTimeReduction final : public TaskReduction {
public:
    LocalTimeReduction(const StrategyTask& original, const Locality& locality);

    SearchResult search(const Limits& limits, Observer& observer) const override;
    SearchResult lift(SearchResult result, const Limits& limits, Observer& observer) override;

private:
    const Locality& locality_;
    Layout layout_;
};

// Whether local time merges zones early on: after a few thousand expansions there are fewer zones per discrete state.
// Where it does not, it hardly does later, and each expansion takes longer.
bool local_time_seems_worthwhile(const Network& network, const Locality& locality, const Formula& formula,
                                 const SearchOptions& options);

}  // namespace crowfly
