// Is there a reachable state where a formula holds (or fails)? In local time (network/locality.hpp): interleavings of
// independent transitions meet in one zone, so that fewer zones are stored where processes move independently.
#pragma once

#include "network/formula.hpp"
#include "network/locality.hpp"
#include "search/search_options.hpp"
#include "search/search_result.hpp"

namespace crowfly {

// Why a search is unfinished; that would be a mistake of ours.
inline constexpr const char* not_sorted = "the trace in local time could not be ordered by global time";

// By breadth first search, or by rank. Zones are compared by a_LU. A path that is found is one of the network.
SearchResult search_in_local_time(const Network& network, const Locality& locality, const Formula& formula,
                                  const SearchOptions& options, const Limits& limits, Observer& observer);

// Whether local time merges zones early on: after a few thousand expansions there are fewer zones per discrete state.
// Where it does not, it hardly does later, and each expansion takes longer.
bool local_time_seems_worthwhile(const Network& network, const Locality& locality, const Formula& formula,
                                 const SearchOptions& options);

}  // namespace crowfly
