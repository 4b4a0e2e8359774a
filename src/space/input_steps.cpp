#include "space/input_steps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crowfly {
namespace {

constexpr std::size_t few_inputs = 3;  // all choices are listed
constexpr std::size_t flips = 3;       // samples with one input changed
constexpr std::size_t draws = 4;       // samples at random

std::string name_of_input(const Network& network, std::size_t input) {
    return network.selects[network.edges[0].selects.first + input].name;
}

class Sampler {
public:
    Sampler(const Network& network, InputSteps& steps, const ConcreteState& state, std::uint64_t seed)
        : network_(network), steps_(steps), state_(state), rng_(seed), now_(steps.inputs_of(state)) {}

    InputSamples run() {
        result_.complete = steps_.count() <= few_inputs;
        if (result_.complete)
            add_all();
        else
            add_some();
        return std::move(result_);
    }

private:
    void add_all() {
        for (std::size_t number = 0; number < std::size_t{1} << steps_.count(); ++number) {
            InputSteps::Inputs inputs;
            std::string text;
            for (std::size_t i = 0; i < steps_.count(); ++i) {
                inputs.push_back(static_cast<std::int32_t>(number >> (steps_.count() - 1 - i) & 1U));
                text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", name_of_input(network_, i), inputs.back());
            }
            add(std::move(text), std::move(inputs));
        }
    }

    void add_some() {
        add("inputs as they are", now_);
        add("all inputs 0", InputSteps::Inputs(steps_.count(), 0));
        add("all inputs 1", InputSteps::Inputs(steps_.count(), 1));
        for (std::size_t i = 0; i < flips; ++i) {
            const std::size_t input = rng_.below(steps_.count());
            InputSteps::Inputs inputs = now_;
            inputs[input] = 1 - inputs[input];
            add(fmt::format("{} = {}, all others as they are", name_of_input(network_, input), inputs[input]), inputs);
        }
        for (std::size_t i = 0; i < draws; ++i) {
            const std::optional<Step> step = steps_.take_any(state_, rng_);
            if (!step) return;
            InputSteps::Inputs inputs = steps_.inputs_of(step->state);
            const std::string text = changes(inputs);
            add(text, std::move(inputs));
        }
    }

    std::string changes(const InputSteps::Inputs& inputs) const {
        std::size_t changed = 0;
        for (std::size_t i = 0; i < inputs.size(); ++i) changed += inputs[i] != now_[i] ? 1 : 0;
        return fmt::format("at random: {} of {} inputs change", changed, inputs.size());
    }

    void add(std::string text, InputSteps::Inputs inputs) {
        const auto same = [&](const InputSample& other) { return other.inputs == inputs; };
        if (std::ranges::any_of(result_.samples, same) || !steps_.take(state_, inputs)) return;
        result_.samples.push_back({std::move(text), std::move(inputs)});
    }

    const Network& network_;
    InputSteps& steps_;
    const ConcreteState& state_;
    Rng rng_;
    InputSteps::Inputs now_;
    InputSamples result_;
};

}  // namespace

bool InputSteps::fit(const Network& network) {
    return network.features.inputs && network.edges.size() == 1 && network.edges[0].selects.count > 0;
}

InputSteps::InputSteps(const Network& network)
    : network_(network), first_(network.edges[0].selects), chosen_(network), steps_(chosen_) {}

// The inputs are the last variables.
InputSteps::Inputs InputSteps::inputs_of(const ConcreteState& state) const {
    return {state.slots.end() - static_cast<std::ptrdiff_t>(count()), state.slots.end()};
}

InputSteps::Inputs InputSteps::random_inputs(Rng& rng) const {
    Inputs inputs;
    for (std::size_t i = 0; i < count(); ++i) inputs.push_back(static_cast<std::int32_t>(rng.below(2)));
    return inputs;
}

std::optional<Step> InputSteps::take(const ConcreteState& state, const Inputs& inputs) {
    for (std::size_t i = 0; i < count(); ++i) {
        Select& select = chosen_.selects[first_.first + i];
        select.least = select.greatest = inputs[i];
    }
    if (!steps_.enter(state) || steps_.options().empty()) return std::nullopt;
    const Option& option = steps_.options().front();
    Move move{Rational(0), steps_.firing(option)};
    std::optional<ConcreteState> next = steps_.take(option, Rational(0));
    if (!next) return std::nullopt;
    return Step{std::move(move), std::move(*next)};
}

std::optional<Step> InputSteps::take_any(const ConcreteState& state, Rng& rng) {
    for (std::size_t i = 0; i < tries; ++i) {
        if (std::optional<Step> step = take(state, random_inputs(rng))) return step;
    }
    return std::nullopt;
}

std::optional<ConcreteState> InputSteps::start(Rng* rng) const {
    ConcreteState state = initial_state(network_);
    Rng own(1);
    for (std::size_t i = 0; i < tries; ++i) {
        for (std::size_t slot = 0; slot < state.slots.size() && (rng != nullptr || i > 0); ++slot) {
            if (network_.slots[slot].any_initial)
                state.slots[slot] = static_cast<std::int32_t>((rng != nullptr ? *rng : own).below(2));
        }
        if (!problem_at_start(network_, state)) return state;
    }
    return std::nullopt;
}

InputSamples sample_inputs(const Network& network, InputSteps& steps, const ConcreteState& state, std::uint64_t seed) {
    return Sampler(network, steps, state, seed).run();
}

}  // namespace crowfly
