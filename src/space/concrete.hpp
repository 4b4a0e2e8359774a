// Concrete runs: states with a number for every clock, delays and transitions between them.
// From one state every clock is a linear function of the delay d: its value plus d, or its value while it is stopped.
// So each guard, each invariant, and even the invariant of the target of a transition, holds on an interval of delays,
// and all successors are found exactly, without trying delays.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/interval.hpp"
#include "base/messages/diagnostic.hpp"
#include "base/rational.hpp"
#include "base/rng.hpp"
#include "network/network.hpp"
#include "space/firing.hpp"
#include "space/run.hpp"
#include "space/successors.hpp"

namespace crowfly {

ConcreteState initial_state(const Network& network);  // the first one, if there are several
// Why the initial state is not allowed, if it is not: an invariant does not hold, or cannot be evaluated.
std::optional<Diagnostic> problem_at_start(const Network& network, const ConcreteState& state);
// Why no initial state is allowed, if none is: some process has no initial location whose invariant holds.
std::optional<Diagnostic> no_start(const Network& network);

// A transition that is possible: these offers fire together after any of these delays.
struct Option {
    std::uint32_t candidate = 0;
    std::vector<OfferIndex> offers;
    Interval delays;
    Priority priority;
};

class ConcreteSteps {
public:
    // The seed matters only if a broadcast has more than `choice_limit` combinations of receivers: it picks a sample.
    explicit ConcreteSteps(const Network& network, std::uint64_t seed = 0);

    // Finds the transitions of a state, which must outlive the results. False: a run-time error or obstacle, see
    // stop().
    bool enter(const ConcreteState& state);

    // The delays that invariants and urgency allow: an interval from 0.
    const Interval& window() const { return window_; }
    bool stopped_by_urgency() const { return urgent_; }  // not by an invariant
    const std::vector<Option>& options() const { return options_; }
    std::uint32_t transition(const Option& option) const {
        return successors_.candidates()[option.candidate].transition;
    }
    Firing firing(const Option& option) const;
    std::optional<std::size_t> find(const Firing& firing, const Rational& delay) const;  // among the options

    // Nothing: a run-time error or obstacle, see stop(). The delay must be one of the option's.
    std::optional<ConcreteState> take(const Option& option, const Rational& delay);

    const Stop& stop() const { return successors_.stop(); }

    static constexpr std::size_t choice_limit = 4096;

private:
    // A clock's value after a delay d: start, plus d if it runs.
    struct Line {
        Rational start;
        bool runs = false;
    };

    static Interval delays_within(std::span<const Line> lines, std::span<const Limit> limits);
    Interval guard_delays(OfferIndex offer) const;
    void start_lines(const Stay& stay);
    void limit_by_urgent_channels();
    void add_options(std::uint32_t candidate);
    void add_broadcast(std::uint32_t candidate, const Interval& sender_delays);
    void add_answers(std::uint32_t candidate, const Interval& piece);
    void add_option(std::uint32_t candidate, std::span<const OfferIndex> offers, const Interval& delays);
    std::vector<Line> lines_after();
    void drop_outranked();

    Successors successors_;
    Rng rng_;
    const ConcreteState* state_ = nullptr;
    std::vector<Line> lines_;
    Interval window_;
    bool urgent_ = false;
    std::vector<Option> options_;
};

}  // namespace crowfly
