// Delays if urgent channels have clock guards, and deadlocks.
//
// No time passes while the guards of an urgent synchronisation hold. Whether they hold, lie in the future or in the
// past depends on the clock values, so a zone is cut accordingly: guards are convex, and all delays from one point lie
// on a line, which meets each guard at most once.
#include <algorithm>

#include "space/zone_limits.hpp"
#include "space/zones/zone_graph.hpp"

namespace crowfly {

namespace {

template <class B>
using ZonesOf = std::vector<zone::BasicZone<B>>;

template <class Zone>
std::vector<Zone> without(const std::vector<Zone>& zones, const Zone& removed, std::size_t n) {
    std::vector<Zone> rest;
    for (const Zone& z : zones) zone::subtract(z.data(), removed.data(), n, rest);
    return rest;
}

// A part of a zone whose points have the same position relative to the guards of urgent synchronisations.
template <class B>
struct Part {
    using Zone = zone::BasicZone<B>;
    Zone zone;
    bool held = false;               // a guard holds: no time may pass
    std::vector<const Zone*> ahead;  // otherwise the guards in the future
    ZonesOf<B> exits;                // the parts from which a delay leads to a step, as far as they are known
    bool free = false;               // one of these is the whole part
};

// Cuts a part into parts: within the guard, before it, and where it is past or never met.
template <class B>
void divide(const Part<B>& part, const zone::BasicZone<B>& guard, std::size_t n, std::vector<Part<B>>& into) {
    using Zone = zone::BasicZone<B>;
    Zone before = guard;
    zone::down(before.data(), n);
    Zone within = part.zone;
    if (zone::intersect(within.data(), guard.data(), n)) into.push_back({std::move(within), true, {}, {}, false});
    Zone not_past = part.zone;
    if (zone::intersect(not_past.data(), before.data(), n)) {
        for (Zone& z : without(ZonesOf<B>{not_past}, guard, n)) {
            into.push_back({std::move(z), false, part.ahead, {}, false});
            into.back().ahead.push_back(&guard);
        }
    }
    for (Zone& z : without(ZonesOf<B>{part.zone}, before, n))
        into.push_back({std::move(z), false, part.ahead, {}, false});
}

template <class B>
std::vector<Part<B>> divide(const zone::BasicZone<B>& z, const ZonesOf<B>& guards, std::size_t n) {
    std::vector<Part<B>> parts{{z, false, {}, {}, false}};
    for (const zone::BasicZone<B>& guard : guards) {
        std::vector<Part<B>> smaller;
        for (Part<B>& part : parts) {
            if (part.held) {
                smaller.push_back(std::move(part));
            } else {
                divide(part, guard, n, smaller);
            }
        }
        parts = std::move(smaller);
    }
    return parts;
}

// The clock values after delays from the part before the first moment at which a future guard holds, and that moment:
// when the last of the guard's lower bounds is met. Which bound is the last depends on differences of clocks alone,
// which do not change, so a delay stays within one of the results.
template <class B>
ZonesOf<B> in_time(const Part<B>& part, const zone::BasicZone<B>& delayed, std::size_t n) {
    using Zone = zone::BasicZone<B>;
    ZonesOf<B> all{delayed};
    for (const Zone* guard : part.ahead) {
        ZonesOf<B> until;
        for (const Zone& z : all) {
            for (zone::Clock last = 1; last < n; ++last) {
                const B met = -zone::value_of((*guard)[last]);
                Zone piece = z;
                bool some = zone::constrain(piece.data(), n, last, 0, zone::at_most<B>(met));
                for (zone::Clock other = 1; other < n && some; ++other) {
                    if (other == last) continue;
                    const B ahead = met + zone::value_of((*guard)[other]);
                    some = cut(piece.data(), n, last, other,
                               other < last ? zone::less_than<B>(ahead) : zone::at_most<B>(ahead));
                }
                if (some) until.push_back(std::move(piece));
            }
        }
        all = std::move(until);
    }
    return all;
}

// Adds the clock values of the part from which a delay leads to `enabled`, where a step is possible.
template <class B>
void add_exit(const zone::BasicZone<B>& enabled, std::size_t n, Part<B>& part) {
    for (zone::BasicZone<B>& from : part.held ? ZonesOf<B>{enabled} : in_time(part, enabled, n)) {
        if (!part.held) zone::down(from.data(), n);
        part.free = part.free || zone::includes(from.data(), part.zone.data(), n);
        part.exits.push_back(std::move(from));
    }
}

// The clock values from which no delay leads to a step.
template <class B>
void add_stuck(const Part<B>& part, std::size_t n, ZonesOf<B>& into) {
    if (part.free) return;
    ZonesOf<B> rest{part.zone};
    for (auto from = part.exits.begin(); from != part.exits.end() && !rest.empty(); ++from)
        rest = without(rest, *from, n);
    into.insert(into.end(), rest.begin(), rest.end());
}

}  // namespace

template <class B>
void BasicZoneGraph<B>::let_time_pass_until_urgent() {
    const std::size_t n = target_.size();
    ready_ = false;
    for (Part<B>& part : divide(entered_, urgent_, n)) {
        Wait wait{std::move(part.zone), {}, part.held};
        Zone delayed = wait.start;
        if (!part.held) pass_time(delayed.data());
        wait.reached = part.held ? ZonesOf<B>{delayed} : in_time(part, delayed, n);
        pieces_.insert(pieces_.end(), wait.reached.begin(), wait.reached.end());
        wait_of_.resize(pieces_.size(), waits_.size());
        waits_.push_back(std::move(wait));
    }
}

// Time cannot diverge if the zone has an upper bound on a running clock: it comes from an invariant, and widening keeps
// it, since invariants count among the comparisons of the clock.
template <class B>
bool BasicZoneGraph<B>::may_wait_forever() const {
    const std::size_t n = target_.size();
    for (std::size_t i = 1; i < n && may_wait_; ++i) {
        const bool runs =
            std::find(stay_->stopped.begin(), stay_->stopped.end(), target_.clocks[i]) == stay_->stopped.end();
        if (runs && delivered_[i * n] != zone::infinity<B>) return false;
    }
    if (!may_wait_ || urgent_.empty()) return may_wait_;
    ZonesOf<B> never_urgent{Zone(delivered_, delivered_ + n * n)};
    for (Zone before : urgent_) {
        zone::down(before.data(), n);
        never_urgent = without(never_urgent, before, n);
    }
    return !never_urgent.empty();
}

// Steps are computed one candidate at a time, since usually one of the first is possible from the whole zone.
template <class B>
bool BasicZoneGraph<B>::deadlocks(std::span<const std::int32_t> slots, const B* zone, std::vector<Zone>& zones) {
    if (!expand(slots, zone)) return false;
    const std::size_t n = source_.size();
    const Stay* stay = entered_offers_.stay(slots);
    bool held = stay == nullptr || stay->urgent;
    ZonesOf<B> urgent;
    if (!held && network_.features.urgent_channels && !urgent_guards(slots, source_position_, n, urgent, held))
        return false;
    std::vector<Part<B>> parts = divide(Zone(zone, zone + n * n), urgent, n);
    for (Part<B>& part : parts) part.held = part.held || held;
    while (!std::ranges::all_of(parts, &Part<B>::free)) {
        if (step_ == steps_.size()) {
            if (candidate_ == successors_.candidates().size()) break;
            steps_.clear();
            step_ = 0;
            collect_all(successors_.candidates()[candidate_++]);
            continue;
        }
        Zone before;
        if (enabled_before(steps_[step_++], before)) {
            for (Part<B>& part : parts) add_exit(before, n, part);
        } else if (successors_.stop()) {
            fail(successors_.stop());
            return false;
        }
    }
    zones.clear();
    for (const Part<B>& part : parts) add_stuck(part, n, zones);
    return true;
}

template void BasicZoneGraph<zone::Bound>::let_time_pass_until_urgent();
template void BasicZoneGraph<zone::WideBound>::let_time_pass_until_urgent();
template bool BasicZoneGraph<zone::Bound>::may_wait_forever() const;
template bool BasicZoneGraph<zone::WideBound>::may_wait_forever() const;
template bool BasicZoneGraph<zone::Bound>::deadlocks(std::span<const std::int32_t>, const zone::Bound*,
                                                     std::vector<Zone>&);
template bool BasicZoneGraph<zone::WideBound>::deadlocks(std::span<const std::int32_t>, const zone::WideBound*,
                                                         std::vector<Zone>&);

}  // namespace crowfly
