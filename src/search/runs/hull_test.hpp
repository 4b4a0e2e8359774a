// The goal among hulls. A hull holds clock values that no successor had, and successors that lie in it were not tested.
// So hulls are tested at the end, when they no longer grow.
#pragma once

#include "search/settings/search_result.hpp"
#include "space/zones/predicate.hpp"

namespace crowfly {

template <class Space>
void test_hulls(Space& space, Predicate& goal, bool wanted, SearchResult& result) {
    for (NodeId node = 0; node < space.nodes() && !result.found && !result.stop; ++node) {
        if (space.is_covered(node)) continue;
        if (space.satisfies(node, goal, wanted)) result.found = Path{};
        result.stop = goal.stop();
    }
}

}  // namespace crowfly
