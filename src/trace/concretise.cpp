#include "trace/concretise.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/interval.hpp"

namespace crowfly {
namespace {

using Bound = zone::WideBound;
using Zone = zone::WideZone;

// x - y < c says the same as x - y <= c - 1 where all are whole numbers.
void tighten_to_integers(Zone& z) {
    for (Bound& b : z) {
        if (b != zone::infinity<Bound> && zone::is_strict(b)) b = zone::at_most<Bound>(zone::value_of(b) - 1);
    }
}

// Where each clock's value comes from: a clock before the transition, or the constant 0, plus a number.
struct Origin {
    ClockIndex clock = 0;
    std::int64_t shift = 0;
};

std::vector<Origin> origins_of(std::span<const ClockUpdate> updates, std::size_t clocks) {
    std::vector<Origin> origins(clocks);
    for (ClockIndex c = 0; c < clocks; ++c) origins[c].clock = c;
    for (const ClockUpdate& update : updates) {
        origins[update.clock] = {origins[update.source].clock, origins[update.source].shift + update.value};
    }
    return origins;
}

class Concretising {
public:
    Concretising(const Network& network, const Way& way, Delays delays)
        : network_(network), way_(way), delays_(delays), clocks_(network.clocks.size()), from_(way.waypoints.size()) {}

    std::optional<Trace> run(const Zone& arrival) {
        try {
            return work_back(arrival) ? std::optional(go_forward()) : std::nullopt;
        } catch (const std::overflow_error&) {
            return std::nullopt;
        } catch (const zone::OutOfRange&) {
            return std::nullopt;
        }
    }

private:
    // from_[i]: the values of state i, before the transition that leaves it, from which the way can be gone on.
    bool work_back(const Zone& arrival) {
        const std::size_t last = from_.size() - 1;
        from_[last] = arrival;
        if (!whole(from_[last])) return false;
        for (std::size_t i = last; i > 0; --i) {
            Zone entered = before_delay(i);
            if (entered.empty() || !before_transition(i, entered)) return false;
        }
        return !before_delay(0).empty();
    }

    bool whole(Zone& z) const {
        if (delays_ != Delays::integer) return true;
        tighten_to_integers(z);
        return zone::close(z.data(), clocks_);
    }

    // The values with which state i may be entered; empty if there are none.
    Zone before_delay(std::size_t i) const {
        Zone entered = from_[i];
        if (!way_.waypoints[i].held) go_back_in_time(i, entered);
        if (!zone::intersect(entered.data(), way_.waypoints[i].entry.data(), clocks_) || !whole(entered)) entered.clear();
        return entered;
    }

    // With stopped clocks the exact result need not be convex: this is the least zone around it, and the replayer has the last word.
    void go_back_in_time(std::size_t i, Zone& z) const {
        if (way_.waypoints[i].stopped.empty()) return zone::down(z.data(), clocks_);
        for (std::size_t still = 0; still < clocks_; ++still) {
            if (still != 0 && !is_stopped(i, still)) continue;
            for (std::size_t c = 1; c < clocks_; ++c) {
                if (!is_stopped(i, c)) z[still * clocks_ + c] = still == 0 ? Bound{zone::zero} : zone::infinity<Bound>;
            }
        }
        zone::close(z.data(), clocks_);
    }

    bool is_stopped(std::size_t i, std::size_t clock) const {
        return std::ranges::find(way_.waypoints[i].stopped, static_cast<ClockIndex>(clock)) != way_.waypoints[i].stopped.end();
    }

    // A bound on two clocks after the transition is one on what they were before.
    bool before_transition(std::size_t i, const Zone& entered) {
        const std::vector<Origin> origins = origins_of(way_.waypoints[i].updates, clocks_);
        Zone& before = from_[i - 1] = way_.waypoints[i].enabled;
        for (std::size_t a = 0; a < clocks_; ++a) {
            for (std::size_t b = 0; b < clocks_; ++b) {
                const Bound bound = entered[a * clocks_ + b];
                if (a == b || bound == zone::infinity<Bound>) continue;
                const Bound moved = zone::add(bound, zone::at_most<Bound>(origins[b].shift - origins[a].shift));
                Bound& known = before[origins[a].clock * clocks_ + origins[b].clock];
                known = std::min(known, moved);
            }
        }
        return zone::is_within(before.data(), clocks_, zone::closing_range<Bound>(clocks_)) && zone::close(before.data(), clocks_) && whole(before);
    }

    Trace go_forward() {
        Trace trace;
        trace.initial.slots = way_.waypoints[0].slots;
        for (const Clock& clock : network_.clocks) trace.initial.clocks.emplace_back(clock.initial);
        trace.steps.reserve(way_.waypoints.size() - 1);
        ConcreteState now = trace.initial;
        Rational waited;  // in this state so far
        for (std::size_t i = 0; i + 1 < way_.waypoints.size(); ++i) {
            waited += wait(now, i);
            const Waypoint& next = way_.waypoints[i + 1];
            if (next.paused) continue;
            move(now, next);
            trace.steps.push_back({{waited, next.firing}, now});
            waited = 0;
        }
        trace.rest = waited + wait(now, way_.waypoints.size() - 1);
        for (const Waypoint& point : way_.waypoints) {
            if (clocks_ > 1 && !point.paused) trace.zones.push_back(point.reached);
        }
        return trace;
    }

    Rational wait(ConcreteState& now, std::size_t i) const {
        const Rational delay = choose_delay(now, i);
        for (std::size_t c = 1; c < clocks_; ++c) {
            if (!is_stopped(i, c)) now.clocks[c] += delay;
        }
        now.time += delay;
        return delay;
    }

    static void move(ConcreteState& now, const Waypoint& next) {
        now.slots = next.slots;
        for (const ClockUpdate& update : next.updates) {
            now.clocks[update.clock] = (update.source == 0 ? Rational(0) : now.clocks[update.source]) + update.value;
        }
    }

    Rational choose_delay(const ConcreteState& now, std::size_t i) const {
        if (way_.waypoints[i].held) return 0;
        Interval allowed = Interval::at_least(0);
        for (std::size_t c = 1; c < clocks_; ++c) {
            if (is_stopped(i, c)) continue;
            const Bound above = from_[i][c * clocks_];
            const Bound below = from_[i][c];
            if (above != zone::infinity<Bound>) allowed.lower_high(Rational(zone::value_of(above)) - now.clocks[c], zone::is_strict(above));
            allowed.raise_low(Rational(-zone::value_of(below)) - now.clocks[c], zone::is_strict(below));
        }
        if (allowed.empty()) return 0;  // only with stopped clocks, where the zones hold more than can be reached
        if (delays_ == Delays::latest && allowed.high) return choose_late(allowed, now.time);
        return allowed.low_open ? simplest(allowed, now.time) : allowed.low;
    }

    // Where the end is only approached, something in the last unit of time before it.
    static Rational choose_late(Interval allowed, const Rational& now) {
        if (!allowed.high_open) return *allowed.high;
        allowed.raise_low(*allowed.high - 1, true);
        return simplest(allowed, now);
    }

    // The delay that ends at the simplest moment: sums of simple delays grow ugly denominators, simple moments do not.
    static Rational simplest(Interval delays, const Rational& now) {
        delays.low += now;
        if (delays.high) *delays.high += now;
        return simplest_in(delays) - now;
    }

    const Network& network_;
    const Way& way_;
    Delays delays_;
    std::size_t clocks_;
    std::vector<Zone> from_;
};

}  // namespace

std::optional<Trace> concretise(const Network& network, const Way& way, const Zone& arrival, Delays delays) {
    return Concretising(network, way, delays).run(arrival);
}

}  // namespace crowfly
