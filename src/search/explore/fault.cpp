#include "search/explore/fault.hpp"

#include "search/kernels/sweep.hpp"
#include "search/methods/width.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

template <class Space>
FaultFound first_fault(Space& space, const Limits& limits, Observer& observer) {
    FaultFound found;
    Ledger ledger(limits, observer, found);
    NodeId expanded = no_node;
    const auto read_nothing = [] {};
    Sweep sweep(space, read_nothing, ledger, [&](NodeId node) {
        expanded = node;
        return false;
    });
    sweep.run();
    if (found.stop.is_run_time_error() && expanded != no_node) found.path = path_to(space, expanded);
    return found;
}

}  // namespace

FaultFound find_fault(const Network& network, const Limits& limits, Observer& observer) {
    const Layout layout(network);
    if (network.clocks.size() <= 1) {
        DiscreteSpace space(network, layout, false);
        return first_fault(space, limits, observer);
    }
    const Abstraction abstraction = network.features.diagonals ? Abstraction::m : Abstraction::a_lu;
    return search_in_width(calls_for_wide_zones(network, {}), limits, observer,
                           [&]<class B>(const Limits& given, Observer& watching) {
                               BasicZoneSpace<B> space(network, layout, {}, abstraction, false);
                               return first_fault(space, given, watching);
                           });
}

}  // namespace crowfly
