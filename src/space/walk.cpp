#include "space/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/alarm.hpp"
#include "space/input_steps.hpp"
#include "space/starts.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t most_skipped = 1'000'000;  // initial states before the one that a walk starts in
constexpr std::size_t most_listed = 16;            // inputs: all choices are looked at if none at random is allowed

// Delays are chosen so that the time of the transition is a simple fraction: sums of simple delays would have large
// denominators.
class MomentChooser {
public:
    MomentChooser(const Network& network, Rng& rng) : rng_(rng) {
        for (const ClockConstraint& constraint : network.constraints) {
            const Bound& bound = constraint.bound;
            horizon_ = std::max({horizon_, -std::int64_t{bound.least}, std::int64_t{bound.greatest}});
        }
    }

    Rational choose(const Interval& moments) {
        const std::int64_t first = moments.low.ceil() + (moments.contains(moments.low.ceil()) ? 0 : 1);
        if (!moments.contains(first)) return choose_fraction(moments);
        if (rng_.below(8) == 0) {
            const std::int64_t whole = choose_integer(moments, first);
            Interval gap = intersection(moments, Interval::between(whole, whole + 1));
            gap.raise_low(whole, true);
            gap.lower_high(whole + 1, true);
            if (!gap.empty()) return choose_fraction(gap);
            return whole;
        }
        return choose_integer(moments, first);
    }

private:
    // The least delay with probability one half. Without an upper bound, mostly a small delay, but sometimes one after
    // which every clock is beyond all constants.
    std::int64_t choose_integer(const Interval& moments, std::int64_t first) {
        if (rng_.below(2) == 0) return first;
        if (moments.high) {
            const std::int64_t whole = moments.high->floor();
            return choose_between(first, moments.contains(whole) ? whole : whole - 1);
        }
        switch (rng_.below(16)) {
            case 0: return first + horizon_ + 1;
            case 1: return choose_between(first, first + horizon_);
            default: return choose_between(first, first + 5);
        }
    }

    std::int64_t choose_between(std::int64_t first, std::int64_t last) {
        return first + static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(last - first + 1)));
    }

    Rational choose_fraction(const Interval& moments) {
        const Rational simplest = simplest_in(moments);
        if (rng_.below(4) != 0) return simplest;
        const std::vector<Interval> sides = difference(moments, Interval::point(simplest));
        return sides.empty() ? simplest : simplest_in(sides[rng_.below(sides.size())]);
    }

    Rng& rng_;
    std::int64_t horizon_ = 0;  // delays beyond the largest constant make no difference
};

class Walker {
public:
    Walker(const Network& network, std::uint64_t seed)
        : network_(network), steps_(network, seed), rng_(seed), moments_(network, rng_) {
        if (InputSteps::fit(network)) inputs_.emplace(network);
    }

    Walk walk(std::size_t length, const ConcreteState* from) {
        try {
            bool going = true;
            if (from == nullptr)
                going = start();
            else
                walk_.initial = *from;
            while (going && walk_.steps.size() < length) going = step();
        } catch (const std::overflow_error&) {
            walk_.end = Walk::End::overflow;
        }
        return std::move(walk_);
    }

private:
    // Like step(): false if the walk has ended. With several initial states, starts in the first possible one after a
    // random one.
    bool start() {
        const std::uint64_t starts = count_starts(network_);
        if (inputs_) {
            walk_.initial = inputs_->start(&rng_);
            if (!walk_.initial) walk_.initial = inputs_->start(nullptr);
            if (walk_.initial) return true;
            if (starts > most_skipped) return none_allowed("initially");
        }
        walk_.initial = initial_state(network_);
        for (std::uint64_t skip = starts > 1 ? rng_.below(std::min(starts, most_skipped)) : 0; skip > 0; --skip)
            next_start(network_, walk_.initial->slots);
        walk_.problem = problem_at_start(network_, *walk_.initial);
        for (std::uint64_t tried = 1; walk_.problem && tried < starts; ++tried) {
            poll();
            next_start(network_, walk_.initial->slots);
            walk_.problem = problem_at_start(network_, *walk_.initial);
        }
        if (!walk_.problem) return true;
        if (walk_.problem->code == Code::bad_initial_state) {
            walk_.end = Walk::End::bad_start;
            walk_.initial.reset();
        } else {
            walk_.end = walk_.problem->code == Code::run_time_error ? Walk::End::run_time_error : Walk::End::obstacle;
        }
        return false;
    }

    bool step() {
        const ConcreteState state = walk_.steps.empty() ? *walk_.initial : walk_.steps.back().state;
        if (inputs_) {
            poll();
            if (std::optional<Step> next = inputs_->take_any(state, rng_)) {
                walk_.steps.push_back(std::move(*next));
                return true;
            }
            if (inputs_->count() > most_listed) return none_allowed(fmt::format("after step {}", walk_.steps.size()));
        }
        if (!steps_.enter(state)) return stop(steps_.stop(), std::nullopt);
        if (steps_.options().empty()) return get_stuck();
        const Option& option = choose();
        Move move{choose_delay(option, state.time), steps_.firing(option)};
        std::optional<ConcreteState> next = steps_.take(option, move.delay);
        if (!next) return stop(steps_.stop(), move);
        walk_.steps.push_back({std::move(move), std::move(*next)});
        return true;
    }

    // Perhaps all choices are excluded, perhaps those that are allowed were not tried.
    bool none_allowed(const std::string& when) {
        walk_.end = Walk::End::no_inputs;
        walk_.problem =
            Diagnostic{Code::system_too_large,
                       Severity::error,
                       {},
                       fmt::format("the constraints of the circuit allow none of the {} choices of inputs tried {}",
                                   InputSteps::tries, when),
                       fmt::format("there are 2^{} choices; another --seed tries others", inputs_->count())};
        return false;
    }

    // Chooses a transition first, then select values and receivers, so that a large range of selects does not dominate.
    const Option& choose() {
        std::vector<std::pair<std::uint32_t, std::size_t>> by_transition;
        for (std::size_t i = 0; i < steps_.options().size(); ++i) {
            by_transition.emplace_back(steps_.transition(steps_.options()[i]), i);
        }
        std::ranges::sort(by_transition);
        std::vector<std::size_t> starts;
        for (std::size_t i = 0; i < by_transition.size(); ++i) {
            if (i == 0 || by_transition[i].first != by_transition[i - 1].first) starts.push_back(i);
        }
        starts.push_back(by_transition.size());
        const std::size_t group = rng_.below(starts.size() - 1);
        const std::size_t member = starts[group] + rng_.below(starts[group + 1] - starts[group]);
        return steps_.options()[by_transition[member].second];
    }

    // No time passes in a model without clocks.
    Rational choose_delay(const Option& option, const Rational& now) {
        Interval moments = option.delays;
        moments.low += now;
        if (moments.high) *moments.high += now;
        const Rational delay = moments_.choose(moments) - now;
        return network_.clocks.size() > 1 || !option.delays.contains(Rational(0)) ? delay : Rational(0);
    }

    bool get_stuck() {
        if (steps_.window().high) {
            walk_.end = steps_.stopped_by_urgency() ? Walk::End::deadlock : Walk::End::timelock;
        } else {
            walk_.end = network_.clocks.size() > 1 ? Walk::End::idle : Walk::End::deadlock;
        }
        return false;
    }

    bool stop(const Stop& stop, std::optional<Move> move) {
        walk_.end = stop.is_run_time_error() ? Walk::End::run_time_error : Walk::End::obstacle;
        walk_.problem = to_diagnostic(network_, stop);
        walk_.failed = std::move(move);
        return false;
    }

    const Network& network_;
    ConcreteSteps steps_;
    Rng rng_;
    MomentChooser moments_;
    std::optional<InputSteps> inputs_;  // of a circuit
    Walk walk_;
};

}  // namespace

Walk walk(const Network& network, std::uint64_t seed, std::size_t steps) {
    return Walker{network, seed}.walk(steps, nullptr);
}

Walk walk_from(const Network& network, const ConcreteState& state, std::uint64_t seed, std::size_t steps) {
    return Walker{network, seed}.walk(steps, &state);
}

std::string_view to_string(Walk::End end) {
    switch (end) {
        case Walk::End::steps_taken: return "steps-taken";
        case Walk::End::deadlock: return "deadlock";
        case Walk::End::timelock: return "timelock";
        case Walk::End::idle: return "idle";
        case Walk::End::run_time_error: return "run-time-error";
        case Walk::End::obstacle: return "not-supported";
        case Walk::End::no_inputs: return "no-inputs-found";
        case Walk::End::bad_start: return "bad-initial-state";
        case Walk::End::overflow: return "overflow";
    }
    return "";
}

std::string_view describe(Walk::End end) {
    switch (end) {
        case Walk::End::steps_taken: return "all steps were taken";
        case Walk::End::deadlock: return "deadlock: no transition is possible";
        case Walk::End::timelock: return "time-lock: no transition is possible before an invariant stops time";
        case Walk::End::idle: return "deadlock: time may pass for ever, but no transition will ever be possible";
        case Walk::End::run_time_error: return "a run-time error of the model";
        case Walk::End::obstacle: return "a part of the model that is not supported";
        case Walk::End::no_inputs: return "no choice of inputs that was tried is allowed";
        case Walk::End::bad_start: return "the initial state breaks an invariant";
        case Walk::End::overflow: return "the clock values became fractions too long to compute with";
    }
    return "";
}

}  // namespace crowfly
