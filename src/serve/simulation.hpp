// A walk through a network whose steps are chosen by the user.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/network.hpp"
#include "space/concrete.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// The number of a transition among those possible, and the delay before it.
struct Pick {
    std::size_t option = 0;
    Rational delay;
};

// "0@0,3@1/2"; nothing: it is not such a list.
std::optional<std::vector<Pick>> parse_picks(std::string_view text);
std::string to_string(const std::vector<Pick>& picks);
bool fits_an_address(const std::vector<Pick>& picks);  // with commas and other characters percent-encoded

class Simulation {
public:
    explicit Simulation(const Network& network);
    Simulation(const Simulation&) = delete;  // steps_ points into the trace
    Simulation& operator=(const Simulation&) = delete;

    // These return false if the walk cannot continue; problem() says why.
    bool follow(const std::vector<Pick>& picks);
    bool take(const Pick& pick);
    bool take(const Move& move);  // a move found elsewhere

    const std::string& problem() const { return problem_; }
    const Trace& trace() const { return trace_; }
    const std::vector<Pick>& picks() const { return picks_; }   // so far
    const ConcreteSteps& successors() const { return steps_; }  // the transitions possible in the last state

private:
    bool look_around();
    bool stop(const Stop& stop);

    const Network& network_;
    ConcreteSteps steps_;
    Trace trace_;
    std::vector<Pick> picks_;
    std::string problem_;
};

// The same network with this initial state. Nothing: some clock value is not an integer.
std::optional<Network> starting_in(const Network& network, const ConcreteState& state);

}  // namespace crowfly
