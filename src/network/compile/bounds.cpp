// The bounds of clock constraints, once all programs are there that compute them.
#include "base/alarm.hpp"
#include "network/analyses/bound_values.hpp"
#include "network/compile/build.hpp"

namespace crowfly::compile {

void tighten_bounds(Network& network) {
    if (!network.features.clock_variable_bounds) return;
    BoundValues values(network);
    const auto tighten = [&](Run constraints, const Footprint& footprint, Run selects) {
        poll();
        for (const std::uint32_t c : constraints)
            values.tighten(network.constraints[c].bound, network.code, footprint, selects);
    };
    for (const Location& location : network.locations)
        tighten(location.invariant.constraints, location.invariant.footprint, {});
    for (const Edge& edge : network.edges) tighten(edge.constraints, edge.enabling, edge.selects);
}

}  // namespace crowfly::compile
