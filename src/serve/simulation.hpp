// A walk through a network whose steps are chosen by the user.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/network.hpp"
#include "space/concrete.hpp"
#include "space/input_steps.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// The number of a transition among those possible, and the delay before it. In a circuit, the inputs of the next state;
// before the first step, the values that are free in its initial state.
struct Pick {
    enum class Kind : std::uint8_t { option, inputs, start };

    std::size_t option = 0;
    Rational delay;
    Kind kind = Kind::option;
    std::string bits = {};  // four of them as a hexadecimal digit, the first ones first
};

// "0@0,3@1/2"; of a circuit "x80,x3c", or "s00;x80,x3c" if it starts with other values. Nothing: it is not such a list.
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
    // Before the first step: begins in this state, if it is another initial one.
    bool start(const ConcreteState& state);

    const std::string& problem() const { return problem_; }
    const Trace& trace() const { return trace_; }
    const std::vector<Pick>& picks() const { return picks_; }   // so far
    const ConcreteSteps& successors() const { return steps_; }  // the transitions possible in the last state
    // Of a circuit: choices of the inputs after the last state. Nothing: all transitions are in successors().
    std::optional<InputSamples> samples() const;

private:
    void begin();
    bool begin_with(const std::string& bits);
    bool take_inputs(const Pick& pick);
    bool look_around();
    bool stop(const Stop& stop);

    const Network& network_;
    ConcreteSteps steps_;
    std::unique_ptr<InputSteps> inputs_;  // of a circuit
    Trace trace_;
    std::vector<Pick> picks_;
    std::string problem_;
};

std::string to_bits(const std::vector<std::int32_t>& values);  // "3c", as in picks

// The same network with this initial state. Nothing: some clock value is not an integer.
std::optional<Network> starting_in(const Network& network, const ConcreteState& state);

}  // namespace crowfly
