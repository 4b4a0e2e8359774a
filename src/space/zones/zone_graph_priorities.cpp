// The part of the zone in which a step is possible, and the steps of lower priority that it excludes there. Priorities
// and deadlocks are computed from it.
#include "space/zones/zone_graph.hpp"

namespace crowfly {

// A step is possible only where no step of higher priority is.
template <class B>
void BasicZoneGraph<B>::yield_to_priorities() {
    Steps allowed;
    for (const Step& step : steps_.all()) {
        const Priority own = successors_.priority(step.firing);
        std::vector<Zone> where{step.enabled};
        for (const Step& other : steps_.all()) {
            if (!(successors_.priority(other.firing) > own)) continue;
            Zone before;
            if (enabled_before(other, before)) zone::subtract_from(where, before, source_.size());
        }
        for (const Zone& piece : where) allowed.add(step.transition, step.firing, piece);
    }
    steps_ = std::move(allowed);
}

// The part of the zone in which a step is possible: its guards hold, and the invariants of its target hold after its
// clock updates. An update `x = c` turns a bound on x into a bound on the constant.
template <class B>
bool BasicZoneGraph<B>::enabled_before(const Step& step, Zone& z) {
    if (successors_.apply(step.firing) != Successors::Outcome::reached) return false;
    std::vector<std::pair<ClockIndex, std::int64_t>> meaning(network_.clocks.size());
    for (ClockIndex c = 0; c < meaning.size(); ++c) meaning[c] = {c, 0};
    for (const ClockUpdate& update : successors_.clock_updates()) {
        meaning[update.clock] = {meaning[update.source].first, meaning[update.source].second + update.value};
    }
    z = step.enabled;
    for (const Limit& limit : successors_.stay_after().limits) {
        const auto [left, left_offset] = meaning[limit.left];
        const auto [right, right_offset] = meaning[limit.right];
        Limit before = limit;
        before.left = left;
        before.right = right;
        before.bound = limit.bound - left_offset + right_offset;
        if (left == right) {
            if (before.bound < 0 || (before.bound == 0 && before.strict)) return false;
            continue;
        }
        if (!restrict_to(std::span(&before, 1), z.data())) return false;
    }
    return true;
}

template void BasicZoneGraph<zone::Bound>::yield_to_priorities();
template void BasicZoneGraph<zone::WideBound>::yield_to_priorities();
template bool BasicZoneGraph<zone::Bound>::enabled_before(const Step&, Zone&);
template bool BasicZoneGraph<zone::WideBound>::enabled_before(const Step&, Zone&);

}  // namespace crowfly
