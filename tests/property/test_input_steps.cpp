// Steps of circuits by their inputs, against all transitions listed, and walks made of them against the replayer.
#include "space/input_steps.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "frontend/frontend.hpp"
#include "model/aiger/write.hpp"
#include "serve/simulation.hpp"
#include "space/walk.hpp"
#include "tiny/budget.hpp"
#include "trace/checker/replay.hpp"
#include "unit/circuits.hpp"

using namespace crowfly;

namespace {

struct WalkedCircuit {
    explicit WalkedCircuit(const std::string& text) {
        problem = frontend_of("circuit.aag", text).read(sources.add("circuit.aag", text), sources, diagnostics);
        problem->build(diagnostics);
        REQUIRE(!diagnostics.has_errors());
    }
    const Network& network() const { return problem->network(); }

    Sources sources;
    Diagnostics diagnostics;
    std::unique_ptr<Problem> problem;
};

using Reached = std::map<InputSteps::Inputs, std::vector<std::int32_t>>;  // the state after these inputs

Reached listed(const Network& network, const ConcreteState& state) {
    ConcreteSteps steps(network);
    Reached reached;
    REQUIRE(steps.enter(state));
    for (const Option& option : steps.options())
        reached[steps.firing(option).participants.front().selects] = steps.take(option, Rational(0))->slots;
    return reached;
}

Reached tried(InputSteps& steps, const ConcreteState& state) {
    Reached reached;
    for (std::size_t number = 0; number < std::size_t{1} << steps.count(); ++number) {
        InputSteps::Inputs inputs;
        for (std::size_t i = 0; i < steps.count(); ++i) inputs.push_back(static_cast<std::int32_t>(number >> i & 1U));
        const std::optional<Step> step = steps.take(state, inputs);
        if (!step) continue;
        CHECK(step->move.firing.participants.front().selects == inputs);
        CHECK(steps.inputs_of(step->state) == inputs);
        reached[inputs] = step->state.slots;
    }
    return reached;
}

Trace trace_of(const Walk& walk) {
    Trace trace;
    trace.initial = *walk.initial;
    trace.steps = walk.steps;
    return trace;
}

std::set<InputSteps::Inputs> offered(const InputSamples& found) {
    std::set<InputSteps::Inputs> all;
    for (const InputSample& sample : found.samples) all.insert(sample.inputs);
    CHECK(all.size() == found.samples.size());
    return all;
}

// 30 inputs, of which the first two must not both be 1, and a latch that repeats the first.
std::string wide_circuit() {
    std::string text = "aag 32 30 1 0 1 1 1\n";
    for (int i = 1; i <= 30; ++i) text += std::to_string(2 * i) + "\n";
    return text + "62 2\n62\n65\n64 2 4\n";
}

}  // namespace

TEST_CASE("the steps of a circuit by its inputs are all its transitions") {
    std::size_t states = 0, excluded = 0;
    for (std::uint64_t seed = 1; seed <= tiny::budget(200); ++seed) {
        CAPTURE(seed);
        Rng rng(seed);
        const WalkedCircuit circuit(aiger::write_ascii(random_circuit(rng, 4, 5, 10)));
        const Network& network = circuit.network();
        if (!InputSteps::fit(network)) continue;
        InputSteps steps(network);
        const Walk walk = crowfly::walk(network, seed, 6);
        if (!walk.initial) continue;
        for (std::size_t i = 0; i <= walk.steps.size(); ++i) {
            const ConcreteState& state = i == 0 ? *walk.initial : walk.steps[i - 1].state;
            const Reached expected = listed(network, state);
            CHECK(tried(steps, state) == expected);
            const InputSamples found = sample_inputs(network, steps, state, seed);
            for (const InputSteps::Inputs& inputs : offered(found)) CHECK(expected.contains(inputs));
            if (found.complete) CHECK(found.samples.size() == expected.size());
            ++states;
            excluded += expected.size() < std::size_t{1} << steps.count() ? 1 : 0;
        }
    }
    CHECK(states > 150);
    CHECK(excluded > 40);
}

TEST_CASE("random walks of circuits are runs, and end where nothing is allowed") {
    std::size_t stuck = 0, whole = 0;
    for (std::uint64_t seed = 1; seed <= tiny::budget(200); ++seed) {
        CAPTURE(seed);
        Rng rng(seed);
        const WalkedCircuit circuit(aiger::write_ascii(random_circuit(rng, 4, 5, 10)));
        const Walk walk = crowfly::walk(circuit.network(), seed, 12);
        if (!walk.initial) continue;
        CHECK(!replay(circuit.network(), trace_of(walk), {}));
        CHECK((walk.end == Walk::End::steps_taken) == (walk.steps.size() == 12));
        if (walk.steps.size() == 12) {
            ++whole;
            continue;
        }
        ++stuck;
        CHECK(walk.end == Walk::End::deadlock);
        CHECK(listed(circuit.network(), trace_of(walk).last()).empty());
    }
    CHECK(whole > 25);
    CHECK(stuck > 2);
}

TEST_CASE("more inputs than can be listed are walked at random") {
    const WalkedCircuit circuit(wide_circuit());
    const Walk walk = crowfly::walk(circuit.network(), 7, 100);
    REQUIRE(walk.steps.size() == 100);
    const Trace trace = trace_of(walk);
    CHECK(!replay(circuit.network(), trace, {}));
    std::set<std::vector<std::int32_t>> different{trace.initial.slots};
    for (const Step& step : walk.steps) {
        const std::vector<std::int32_t>& slots = step.state.slots;
        CHECK(!(slots[2] == 1 && slots[3] == 1));
        different.insert(slots);
    }
    CHECK(different.size() == 101);
    CHECK(crowfly::walk(circuit.network(), 7, 100).steps.back().state == walk.steps.back().state);
    CHECK(!(crowfly::walk(circuit.network(), 8, 100).steps.back().state == walk.steps.back().state));

    // All 30 inputs and a latch must be 1: a random choice is not, and whether there is another is not known.
    std::string all = "aag 61 30 1 0 30 1 1\n";
    for (int i = 1; i <= 30; ++i) all += std::to_string(2 * i) + "\n";
    all += "62 62 1\n62\n122\n";
    for (int i = 1; i <= 30; ++i)
        all += std::to_string(62 + 2 * i) + " " + std::to_string(60 + 2 * i) + " " + std::to_string(2 * i) + "\n";
    const Walk none = crowfly::walk(WalkedCircuit(all).network(), 1, 3);
    CHECK(none.end == Walk::End::no_inputs);
    REQUIRE(none.problem);
    CHECK(none.problem->message.find("none of the 1000 choices of inputs tried initially") != std::string::npos);
}

TEST_CASE("a walk through a circuit is written by its inputs, and read again") {
    const WalkedCircuit circuit(wide_circuit());
    const Network& network = circuit.network();
    const Walk walk = crowfly::walk(network, 3, 40);
    Simulation simulation(network);
    CHECK(simulation.trace().initial.slots == std::vector<std::int32_t>(32, 0));
    REQUIRE(simulation.start(*walk.initial));
    for (const Step& step : walk.steps) REQUIRE(simulation.take(step.move));
    const std::string text = to_string(simulation.picks());
    const std::optional<std::vector<Pick>> picks = parse_picks(text);
    REQUIRE(picks);
    Simulation again(network);
    REQUIRE(again.follow(*picks));
    CHECK(again.trace().initial == *walk.initial);
    CHECK(again.trace().last() == walk.steps.back().state);
    CHECK(to_string(again.picks()) == text);
    CHECK(offered(*again.samples()).size() > 5);
    CHECK(!again.samples()->complete);
}

TEST_CASE("what is no step of a circuit is refused") {
    const WalkedCircuit circuit(wide_circuit());
    const auto said = [&](const std::string& steps) {
        const std::optional<std::vector<Pick>> picks = parse_picks(steps);
        if (!picks) return std::string("no list");
        Simulation simulation(circuit.network());
        return simulation.follow(*picks) ? std::string() : simulation.problem();
    };
    CHECK(said("") == "");
    CHECK(said("x80000000,x40000000") == "");
    CHECK(said("s40000000;x80000000") == "");
    CHECK(said("xc0000000") == "the constraints of the circuit do not allow these inputs here");
    CHECK(said("s80000000;xc0000000").find("do not allow") != std::string::npos);
    CHECK(said("sc0000000;") != "");  // the initial state breaks the constraint
    for (const char* wrong : {"0@0", "x", "x8", "xG0000000", "x800000000"}) {
        CAPTURE(wrong);
        CHECK(said(wrong).find("chooses 30 inputs") != std::string::npos);
    }
    for (const char* wrong : {"s8;", "sx0000000;", "s;"}) {
        CAPTURE(wrong);
        CHECK(said(wrong) == "the walk begins with values that are not those of this model");
    }
    CHECK(said("s80000000") == "no list");
    CHECK(said("x80000000,s80000000;") == "no list");
    CHECK(to_bits({1, 0, 0, 0, 1, 1}) == "8c");
}
