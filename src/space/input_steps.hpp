// The steps of a circuit. Each transition chooses the inputs of the next state, and there are too many choices to list
// them. So the inputs are chosen first, in a copy of the network; then there is one transition, or none, if the
// constraints of the circuit do not allow the state after it.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.hpp"
#include "space/concrete.hpp"

namespace crowfly {

class InputSteps {
public:
    using Inputs = std::vector<std::int32_t>;

    static bool fit(const Network& network);  // it is a circuit that has inputs

    explicit InputSteps(const Network& network);
    InputSteps(const InputSteps&) = delete;  // steps_ points into the copy
    InputSteps& operator=(const InputSteps&) = delete;

    std::size_t count() const { return first_.count; }  // of inputs
    Inputs inputs_of(const ConcreteState& state) const;
    Inputs random_inputs(Rng& rng) const;

    // Nothing: the constraints do not allow it.
    std::optional<Step> take(const ConcreteState& state, const Inputs& inputs);
    // With inputs chosen at random. Nothing: none of so many choices is allowed.
    std::optional<Step> take_any(const ConcreteState& state, Rng& rng);

    // An initial state with the values chosen that are free there: all 0, if `rng` is null and the constraints allow
    // it, otherwise at random. Nothing: none of so many choices is allowed.
    std::optional<ConcreteState> start(Rng* rng) const;

    static constexpr std::size_t tries = 1000;

private:
    const Network& network_;
    Run first_;  // the selects that are inputs
    Network chosen_;
    ConcreteSteps steps_;
};

// Several choices of inputs for people to select from, all allowed in this state.
struct InputSample {
    std::string text;  // "all 0", "req flips to 1"
    InputSteps::Inputs inputs;
};
struct InputSamples {
    bool complete = false;  // there are no others
    std::vector<InputSample> samples;
};
InputSamples sample_inputs(const Network& network, InputSteps& steps, const ConcreteState& state, std::uint64_t seed);

}  // namespace crowfly
