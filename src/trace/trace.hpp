// A run of the network with a number for every delay. Every trace of a search is replayed (trace/checker/replay.hpp)
// before it is shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rational.hpp"
#include "network/network.hpp"
#include "space/run.hpp"
#include "zone/zone.hpp"

namespace crowfly {

// With more clocks symbolic states over all clocks are not shown: writing them would take longer than finding them.
constexpr std::size_t most_clocks_shown = 300;

// What the steps of a trace cost (network/network.hpp, Prices).
struct TracePrices {
    struct StepPrice {
        Rational delay;               // of the time before the transition
        std::int64_t transition = 0;  // charged by its updates

        Rational total() const { return delay + transition; }
        friend bool operator==(const StepPrice&, const StepPrice&) = default;
    };
    std::vector<StepPrice> steps;
    Rational rest;  // of the time in the last state

    Rational total() const {
        Rational sum = rest;
        for (const StepPrice& step : steps) sum += step.total();
        return sum;
    }
    friend bool operator==(const TracePrices&, const TracePrices&) = default;
};

// What a trace costs: as a whole, each transition, and up to each.
struct TraceCosts {
    std::string of;  // "cost", "probability"
    std::string total;
    std::vector<std::string> steps, sums;
};

struct Trace {
    // Why the trace shows that its query holds or fails.
    enum class Ending : std::uint8_t {
        reached,        // its last state satisfies the formula, or violates it
        lasso,          // its steps from `loop` on can be repeated for ever
        waits_forever,  // time may diverge in its last state
        stuck,          // its last state is a deadlock: no transition is possible, now or after any delay
    };

    ConcreteState initial;
    std::vector<Step> steps;  // each with the state after it
    Rational rest;            // time that passes in the last state before the formula holds, or fails
    Ending ending = Ending::reached;
    std::size_t loop = 0;  // lasso: how many steps are before the loop
    // The symbolic states along the trace, initial state first, over all clocks: the clock values that can be reached
    // by these transitions with any delays. Empty if there are no clocks, or if they were not asked for.
    std::vector<zone::WideZone> zones;
    std::optional<TracePrices> prices;   // nothing: runs of the network have no price
    std::vector<std::string> why_stuck;  // of a deadlock: one sentence per outgoing edge, why it is not possible
    std::string error;                   // the run-time error that occurs next; empty: the trace does not lead to one

    std::optional<TraceCosts> costs;  // if something was minimised

    const ConcreteState& state(std::size_t steps_taken) const {
        return steps_taken == 0 ? initial : steps[steps_taken - 1].state;
    }
    const ConcreteState& last() const { return state(steps.size()); }
    Rational duration() const { return last().time + rest; }
};

// The sum of the costs of all edges taken. Nothing: the model has no costs.
inline std::optional<std::int64_t> cost_of(const Network& network, const Trace& trace) {
    if (!network.features.costs) return std::nullopt;
    std::int64_t cost = 0;
    for (const Step& step : trace.steps) {
        for (const Participant& one : step.move.firing.participants) cost += network.edges[one.edge].outcome.cost;
    }
    return cost;
}

constexpr std::string_view to_string(Trace::Ending ending) {
    switch (ending) {
        case Trace::Ending::reached: return "reached";
        case Trace::Ending::lasso: return "lasso";
        case Trace::Ending::waits_forever: return "waits-forever";
        case Trace::Ending::stuck: return "stuck";
    }
    return "";
}

}  // namespace crowfly
