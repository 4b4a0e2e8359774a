#include "trace/runs/concretise.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/interval.hpp"

namespace crowfly {
namespace {

using DelayBound = zone::WideBound;
using Zone = zone::WideZone;

// Over integers x - y < c is equivalent to x - y <= c - 1.
void tighten_to_integers(Zone& z) {
    for (DelayBound& b : z) {
        if (b != zone::infinity<DelayBound> && zone::is_strict(b)) b = zone::at_most<DelayBound>(zone::value_of(b) - 1);
    }
}

// Intersects a canonical zone with another one, or with bounds on some of its clocks. Only shortest paths through
// clocks with a tightened bound can change, so closing goes over these clocks alone.
class Tightening {
public:
    Tightening(Zone& zone, std::size_t n) : zone_(zone), n_(n), touched_(n) {}

    void tighten(std::size_t i, std::size_t j, DelayBound bound) {
        DelayBound& known = zone_[i * n_ + j];
        if (bound >= known) return;
        known = bound;
        touched_[i] = touched_[j] = true;
    }

    // False: the zone is empty; or its bounds are too large, or the share of time is used up.
    bool close(TimeShare* share) {
        if (!zone::is_within(zone_.data(), n_, zone::closing_range<DelayBound>(n_))) return false;
        for (std::size_t k = 0; k < n_; ++k) {
            if (!touched_[k]) continue;
            if (n_ >= many && share != nullptr && share->look()) return false;
            if (!close_through(k)) return false;
        }
        for (std::size_t i = 0; i < n_; ++i) {
            if (zone_[i * n_ + i] < zone::zero) return false;
        }
        return true;
    }

private:
    static constexpr std::size_t many = 200;  // so many clocks that one iteration is slow

    bool close_through(std::size_t k) {
        const DelayBound* from_k = zone_.data() + k * n_;
        for (std::size_t i = 0; i < n_; ++i) {
            DelayBound* row = zone_.data() + i * n_;
            const DelayBound to_k = row[k];
            if (to_k == zone::infinity<DelayBound>) continue;
            for (std::size_t j = 0; j < n_; ++j) row[j] = std::min(row[j], zone::add(to_k, from_k[j]));
        }
        return zone_[k * n_ + k] >= zone::zero;
    }

    Zone& zone_;
    std::size_t n_;
    std::vector<bool> touched_;
};

// The value of a clock after a transition: that of a clock before it, or the constant 0, plus a number.
struct Origin {
    ClockIndex clock = 0;
    std::int64_t shift = 0;
};

class Concretising {
public:
    Concretising(const Network& network, const SymbolicPath& path, Delays delays, TimeShare* share)
        : network_(network), path_(path), delays_(delays), share_(share), clocks_(network.clocks.size()),
          windows_(path.states.size()), origins_(clocks_), position_(clocks_) {
        for (ClockIndex c = 0; c < clocks_; ++c) origins_[c].clock = c;
    }

    std::optional<Trace> run(const Zone& goal_zone) {
        try {
            return work_back(goal_zone) ? go_forward() : std::nullopt;
        } catch (const std::overflow_error&) {
            return std::nullopt;
        } catch (const zone::OutOfRange&) {
            return std::nullopt;
        }
    }

private:
    // Bounds on each clock of a state between which its transition may fire so that the rest of the path is possible.
    struct Window {
        std::vector<DelayBound> above, below;  // c ~ above, -c ~ below
    };

    bool is_over() { return share_ != nullptr && share_->is_over(); }

    // The backward pass. `from` holds the clock values in state i, after the delay, from which the rest of the path is
    // possible.
    bool work_back(const Zone& goal_zone) {
        Zone from = goal_zone;
        const std::size_t last = path_.states.size() - 1;
        if (!whole(from, path_.states[last].clocks.size())) return false;
        for (std::size_t i = last;; --i) {
            note_window(i, from);
            if (is_over() || !before_delay(i, from)) return false;
            if (i == 0) return true;
            Zone before = path_.states[i].enabled;
            if (!before_transition(i, from, before)) return false;
            from = std::move(before);
        }
    }

    void note_window(std::size_t i, const Zone& from) {
        const std::size_t n = path_.states[i].clocks.size();
        for (std::size_t c = 0; c < n; ++c) {
            windows_[i].above.push_back(from[c * n]);
            windows_[i].below.push_back(from[c]);
        }
    }

    bool whole(Zone& z, std::size_t n) const {
        if (delays_ != Delays::integer) return true;
        tighten_to_integers(z);
        return zone::close(z.data(), n);
    }

    // From clock values after the delay in state i to those before it. False: there are none.
    bool before_delay(std::size_t i, Zone& z) const {
        const SymbolicState& state = path_.states[i];
        const std::size_t n = state.clocks.size();
        if (!state.held) delay_predecessors(i, z);
        Tightening entered(z, n);
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < n; ++b) entered.tighten(a, b, state.entry[a * n + b]);
        }
        return entered.close(share_) && whole(z, n);
    }

    // With stopped clocks the set of predecessors need not be convex: the result is the least zone around it, and
    // replaying decides whether the trace is a run. Zones are over all clocks in such networks.
    void delay_predecessors(std::size_t i, Zone& z) const {
        if (path_.states[i].stopped.empty()) return zone::down(z.data(), path_.states[i].clocks.size());
        for (std::size_t still = 0; still < clocks_; ++still) {
            if (still != 0 && !is_stopped(i, still)) continue;
            for (std::size_t c = 1; c < clocks_; ++c) {
                if (!is_stopped(i, c))
                    z[still * clocks_ + c] = still == 0 ? DelayBound{zone::zero} : zone::infinity<DelayBound>;
            }
        }
        zone::close(z.data(), clocks_);
    }

    bool is_stopped(std::size_t i, std::size_t clock) const {
        return std::ranges::find(path_.states[i].stopped, static_cast<ClockIndex>(clock)) !=
               path_.states[i].stopped.end();
    }

    // Replaces each clock by its value before the transition in the bounds on clocks after it.
    bool before_transition(std::size_t i, const Zone& entered, Zone& before) {
        const SymbolicState& state = path_.states[i];
        const std::vector<ClockIndex>& earlier = path_.states[i - 1].clocks;
        for (std::size_t k = 0; k < earlier.size(); ++k) position_[earlier[k]] = k;
        for (const ClockUpdate& update : state.updates) {
            origins_[update.clock] = {origins_[update.source].clock, origins_[update.source].shift + update.value};
        }
        Tightening tightening(before, earlier.size());
        const std::size_t n = state.clocks.size();
        for (std::size_t a = 0; a < n; ++a) {
            const Origin from_a = origins_[state.clocks[a]];
            for (std::size_t b = 0; b < n; ++b) {
                const DelayBound bound = entered[a * n + b];
                if (a == b || bound == zone::infinity<DelayBound>) continue;
                const Origin from_b = origins_[state.clocks[b]];
                tightening.tighten(position_[from_a.clock], position_[from_b.clock],
                                   zone::add(bound, zone::at_most<DelayBound>(from_b.shift - from_a.shift)));
            }
        }
        for (const ClockUpdate& update : state.updates) origins_[update.clock] = {update.clock, 0};
        return tightening.close(share_) && whole(before, earlier.size());
    }

    std::optional<Trace> go_forward() {
        Trace trace;
        trace.initial.slots = path_.states[0].slots;
        for (const Clock& clock : network_.clocks) trace.initial.clocks.emplace_back(clock.initial);
        trace.steps.reserve(path_.states.size() - 1);
        ConcreteState now = trace.initial;
        Rational waited;  // time passed in this state so far
        for (std::size_t i = 0; i + 1 < path_.states.size(); ++i) {
            if (is_over()) return std::nullopt;
            waited += wait(now, i);
            const SymbolicState& next = path_.states[i + 1];
            if (next.paused) continue;
            move(now, next);
            trace.steps.push_back({{waited, next.firing}, now});
            waited = 0;
        }
        trace.rest = waited + wait(now, path_.states.size() - 1);
        for (const SymbolicState& state : path_.states) {
            if (path_.all_clocks && clocks_ > 1 && !state.paused) trace.zones.push_back(state.reached);
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

    static void move(ConcreteState& now, const SymbolicState& next) {
        now.slots = next.slots;
        for (const ClockUpdate& update : next.updates) {
            now.clocks[update.clock] = (update.source == 0 ? Rational(0) : now.clocks[update.source]) + update.value;
        }
    }

    Rational choose_delay(const ConcreteState& now, std::size_t i) const {
        if (path_.states[i].held) return 0;
        Interval allowed = Interval::at_least(0);
        const std::vector<ClockIndex>& known = path_.states[i].clocks;
        for (std::size_t k = 1; k < known.size(); ++k) {
            const ClockIndex c = known[k];
            if (is_stopped(i, c)) continue;
            const DelayBound above = windows_[i].above[k];
            const DelayBound below = windows_[i].below[k];
            if (above != zone::infinity<DelayBound>)
                allowed.lower_high(Rational(zone::value_of(above)) - now.clocks[c], zone::is_strict(above));
            allowed.raise_low(Rational(-zone::value_of(below)) - now.clocks[c], zone::is_strict(below));
        }
        if (allowed.empty()) return 0;  // only with stopped clocks, where zones are over-approximated
        if (delays_ == Delays::latest && allowed.high) return choose_late(allowed, now.time);
        return allowed.low_open ? simplest(allowed, now.time) : allowed.low;
    }

    // If the greatest delay is excluded, a delay less than one time unit below it.
    static Rational choose_late(Interval allowed, const Rational& now) {
        if (!allowed.high_open) return *allowed.high;
        allowed.raise_low(*allowed.high - 1, true);
        return simplest(allowed, now);
    }

    // The delay that ends at the moment with the simplest fraction. Sums of simple delays would have large
    // denominators.
    static Rational simplest(Interval delays, const Rational& now) {
        delays.low += now;
        if (delays.high) *delays.high += now;
        return simplest_in(delays) - now;
    }

    const Network& network_;
    const SymbolicPath& path_;
    Delays delays_;
    TimeShare* share_;
    std::size_t clocks_;
    std::vector<Window> windows_;        // per state
    std::vector<Origin> origins_;        // per clock; the identity except within before_transition()
    std::vector<std::size_t> position_;  // per clock: its index in the zone of the state before
};

}  // namespace

std::optional<Trace> concretise(const Network& network, const SymbolicPath& path, const Zone& goal_zone, Delays delays,
                                TimeShare* share) {
    return Concretising(network, path, delays, share).run(goal_zone);
}

}  // namespace crowfly
