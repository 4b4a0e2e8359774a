// A proof that there is no maximal run of the kind liveness.hpp looks for, where that search generates too many zones.
//
// Every discrete state gets a single zone, the hull of all that reach it: first of all reachable states, to know where
// runs may begin, then of those the runs visit, their outline. Hulls hold states that no run visits, so what is found
// among them proves nothing; but if no maximal run starts from any hull of the outline there is none at all. Cycles of
// the outline itself prove nothing either. So runs are searched as always, from one hull after the other, those of
// later states first: whatever a run then visits mostly lies in a hull that has been dealt with, and the search, which
// leaves out what such a state covers, ends there.
#pragma once

#include "search/settings/limits.hpp"
#include "search/settings/liveness_options.hpp"
#include "space/zones/zone_graph.hpp"

namespace crowfly {

// With bounds of either width. False: it is not known.
template <class Bound>
bool proves_no_run(const Network& network, const ClockUse& use, const Liveness& how, const Limits& limits,
                   Observer& observer);

}  // namespace crowfly
