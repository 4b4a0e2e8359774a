#include "trace/concretise.hpp"

#include <stdexcept>

#include "base/interval.hpp"

namespace crowfly {
namespace {

using zone::Bound;
using zone::Zone;

// x - y < c says the same as x - y <= c - 1 where all are whole numbers.
void tighten_to_integers(Zone& z) {
    for (Bound& b : z) {
        if (b != zone::infinity && zone::is_strict(b)) b = zone::at_most(zone::value_of(b) - 1);
    }
}

// Where each clock's value comes from: a clock before the transition, or the constant 0, plus a number.
struct Origin {
    ClockIndex clock = 0;
    std::int32_t shift = 0;
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
    Concretising(const Network& network, const Path& path, const Way& way, Delays delays)
        : network_(network), path_(path), way_(way), delays_(delays), clocks_(network.clocks.size()), from_(way.waypoints.size()) {}

    std::optional<Trace> run(const Zone& arrival) {
        if (!work_back(arrival)) return std::nullopt;
        try {
            return go_forward();
        } catch (const std::overflow_error&) {
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
        if (!way_.waypoints[i].held) zone::down(entered.data(), clocks_);
        if (!zone::intersect(entered.data(), way_.waypoints[i].entry.data(), clocks_) || !whole(entered)) entered.clear();
        return entered;
    }

    // A bound on two clocks after the transition is one on what they were before.
    bool before_transition(std::size_t i, const Zone& entered) {
        const std::vector<Origin> origins = origins_of(way_.waypoints[i].updates, clocks_);
        Zone& before = from_[i - 1] = way_.waypoints[i].enabled;
        for (std::size_t a = 0; a < clocks_; ++a) {
            for (std::size_t b = 0; b < clocks_; ++b) {
                const Bound bound = entered[a * clocks_ + b];
                if (a == b || bound == zone::infinity) continue;
                const Bound moved = zone::add(bound, zone::at_most(origins[b].shift - origins[a].shift));
                Bound& known = before[origins[a].clock * clocks_ + origins[b].clock];
                known = std::min(known, moved);
            }
        }
        return zone::close(before.data(), clocks_) && whole(before);
    }

    Trace go_forward() {
        Trace trace;
        trace.initial.slots = path_[0];
        for (const Clock& clock : network_.clocks) trace.initial.clocks.emplace_back(clock.initial);
        const ConcreteState* now = &trace.initial;
        trace.steps.reserve(path_.size() - 1);
        for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
            trace.steps.push_back(step_from(*now, i));
            now = &trace.steps.back().state;
        }
        trace.rest = choose_delay(*now, path_.size() - 1);
        if (clocks_ > 1) {
            for (const Waypoint& point : way_.waypoints) trace.zones.push_back(point.reached);
        }
        return trace;
    }

    Step step_from(const ConcreteState& now, std::size_t i) const {
        const Waypoint& next = way_.waypoints[i + 1];
        const Rational delay = choose_delay(now, i);
        Step step{{delay, next.firing}, {path_[i + 1], now.clocks, now.time + delay}};
        for (std::size_t c = 1; c < clocks_; ++c) step.state.clocks[c] += delay;
        for (const ClockUpdate& update : next.updates) {
            step.state.clocks[update.clock] = (update.source == 0 ? Rational(0) : step.state.clocks[update.source]) + update.value;
        }
        return step;
    }

    Rational choose_delay(const ConcreteState& now, std::size_t i) const {
        if (way_.waypoints[i].held) return 0;
        Interval allowed = Interval::at_least(0);
        for (std::size_t c = 1; c < clocks_; ++c) {
            const Bound above = from_[i][c * clocks_];
            const Bound below = from_[i][c];
            if (above != zone::infinity) allowed.lower_high(Rational(zone::value_of(above)) - now.clocks[c], zone::is_strict(above));
            allowed.raise_low(Rational(-zone::value_of(below)) - now.clocks[c], zone::is_strict(below));
        }
        if (delays_ == Delays::latest && allowed.high) return choose_late(allowed);
        return allowed.low_open ? simplest_in(allowed) : allowed.low;
    }

    // Where the end is only approached, the simplest fraction in the last unit of time before it.
    static Rational choose_late(Interval allowed) {
        if (!allowed.high_open) return *allowed.high;
        allowed.raise_low(*allowed.high - 1, true);
        return simplest_in(allowed);
    }

    const Network& network_;
    const Path& path_;
    const Way& way_;
    Delays delays_;
    std::size_t clocks_;
    std::vector<Zone> from_;
};

}  // namespace

std::optional<Trace> concretise(const Network& network, const Path& path, const Way& way, const Zone& arrival, Delays delays) {
    return Concretising(network, path, way, delays).run(arrival);
}

}  // namespace crowfly
