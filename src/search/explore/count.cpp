#include "search/explore/count.hpp"

#include "search/kernels/sweep.hpp"
#include "search/methods/width.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

template <class Space>
void visit_all(Space& space, const Limits& limits, Observer& observer, StateCount& count) {
    Ledger ledger(limits, observer, count);
    const auto read_nothing = [] {};
    Sweep sweep(space, read_nothing, ledger);
    sweep.run();
    observer.progress(count.statistics);
    count.discrete_states = space.states();
    count.transitions = count.statistics.generated - sweep.starts();
}

}  // namespace

StateCount count_states(const Network& network, const Limits& limits, Observer& observer) {
    const Layout layout(network);
    if (network.clocks.size() <= 1) {
        StateCount count;
        DiscreteSpace space(network, layout, false);
        visit_all(space, limits, observer, count);
        return count;
    }
    // As in the engine of zones: where two clocks are compared, only widening by single constants is sound.
    const Abstraction abstraction = network.features.diagonals ? Abstraction::m : Abstraction::a_lu;
    StateCount count = search_in_width(calls_for_wide_zones(network, {}), limits, observer,
                                       [&]<class B>(const Limits& given, Observer& watching) {
                                           StateCount counted;
                                           BasicZoneSpace<B> space(network, layout, {}, abstraction, false);
                                           visit_all(space, given, watching, counted);
                                           return counted;
                                       });
    count.abstraction = abstraction;
    return count;
}

}  // namespace crowfly
