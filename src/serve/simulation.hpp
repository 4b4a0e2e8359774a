// A walk through a network that somebody chooses step by step.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/network.hpp"
#include "space/concrete.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// One of the ways on, by its number, and when.
struct Pick {
    std::size_t option = 0;
    Rational delay;
};

// "0@0,3@1/2"; nothing: it is not such a list.
std::optional<std::vector<Pick>> parse_picks(std::string_view text);
std::string to_string(const std::vector<Pick>& picks);
bool fits_an_address(const std::vector<Pick>& picks);  // with what browsers make of commas and the like

class Simulation {
public:
    explicit Simulation(const Network& network);
    Simulation(const Simulation&) = delete;  // the ways on point into the trace
    Simulation& operator=(const Simulation&) = delete;

    // These are false where it cannot go on; problem() says why.
    bool follow(const std::vector<Pick>& picks);
    bool take(const Pick& pick);
    bool take(const Move& move);  // one that was found elsewhere

    const std::string& problem() const { return problem_; }
    const Trace& trace() const { return trace_; }
    const std::vector<Pick>& picks() const { return picks_; }  // so far
    const ConcreteSteps& ways() const { return steps_; }       // on from where it is

private:
    bool look_around();
    bool stop(const Stop& stop);

    const Network& network_;
    ConcreteSteps steps_;
    Trace trace_;
    std::vector<Pick> picks_;
    std::string problem_;
};

// The same network, but it starts in this state. Nothing if a clock has no whole number there.
std::optional<Network> starting_in(const Network& network, const ConcreteState& state);

}  // namespace crowfly
