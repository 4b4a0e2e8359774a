// A run of the network with a number for every delay: what a search hands back, what the replayer checks, and what
// people read.
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

// With more clocks symbolic states over all of them are not shown: they would take longer to write down than to find.
constexpr std::size_t most_clocks_shown = 300;

struct Trace {
    // How it shows what it is to show.
    enum class Ending : std::uint8_t {
        reached,        // its last state is the one looked for
        lasso,          // its last steps, from `loop` on, can be taken again and again
        waits_forever,  // time may pass without end in its last state
        stuck,          // nothing can happen any more in its last state, not even after a delay
    };

    ConcreteState initial;
    std::vector<Step> steps;  // each with the state after it
    Rational rest;            // time that passes in the last state before it is the one looked for
    Ending ending = Ending::reached;
    std::size_t loop = 0;  // lasso: the steps before the loop
    // The symbolic states along it, initial state first, over all clocks: everything that can be reached by these
    // transitions with other delays. Empty where there are no clocks, or nobody asked for them.
    std::vector<zone::WideZone> zones;
    std::vector<std::string> why_stuck;  // of a deadlock, one sentence per way that is barred

    const ConcreteState& state(std::size_t steps_taken) const {
        return steps_taken == 0 ? initial : steps[steps_taken - 1].state;
    }
    const ConcreteState& last() const { return state(steps.size()); }
    Rational duration() const { return last().time + rest; }
};

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
