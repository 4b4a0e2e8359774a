// Circuits for tests: from text, at random, and what they do.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "base/rng.hpp"
#include "model/aiger/read.hpp"
#include "model/aiger/simulation.hpp"
#include "unit/messages.hpp"

namespace crowfly {

struct ReadCircuit {
    explicit ReadCircuit(std::string text) {
        circuit = aiger::read(sources.add("circuit.aag", std::move(text)), sources, diagnostics);
    }

    std::string said() const { return first_said(diagnostics, sources); }

    Sources sources;
    Diagnostics diagnostics;
    std::optional<aiger::Circuit> circuit;
};

// Fails the test with the first message if the text is no circuit.
inline aiger::Circuit circuit_of(std::string text) {
    ReadCircuit read(std::move(text));
    REQUIRE_MESSAGE(read.circuit, read.diagnostics.all().front().message);
    return *read.circuit;
}

// Up to `inputs` inputs and `latches` latches, numbered at random, with two bad states, resets of all kinds, and mostly
// a constraint. Gates are in order.
inline aiger::Circuit random_circuit(Rng& rng, std::uint32_t inputs, std::uint32_t latches, std::uint32_t gates) {
    aiger::Circuit circuit;
    const auto input_count = static_cast<std::uint32_t>(rng.below(inputs + 1));
    const auto latch_count = static_cast<std::uint32_t>(1 + rng.below(latches));
    circuit.greatest_variable = input_count + latch_count + gates;
    std::vector<aiger::Literal> defined;
    for (std::uint32_t i = 1; i <= circuit.greatest_variable; ++i) defined.push_back(2 * i);
    for (std::size_t i = defined.size(); i > 1; --i) std::swap(defined[i - 1], defined[rng.below(i)]);
    const auto literal = [&](std::size_t before) {
        const std::uint64_t choice = rng.below(before + 1);
        return static_cast<aiger::Literal>((choice == before ? 0 : defined[choice]) + rng.below(2));
    };
    const std::size_t all = defined.size();
    for (std::uint32_t i = 0; i < input_count; ++i) {
        circuit.inputs.push_back(defined[i]);
        circuit.input_names.push_back(rng.below(2) == 0 ? "" : "in " + std::to_string(i));
    }
    for (std::uint32_t i = 0; i < latch_count; ++i) {
        circuit.latches.push_back(
            {defined[input_count + i], literal(all), static_cast<aiger::Latch::Reset>(rng.below(3)), {}});
        circuit.latch_names.push_back(rng.below(2) == 0 ? "" : "latch" + std::to_string(i));
    }
    for (std::size_t i = input_count + latch_count; i < all; ++i)
        circuit.gates.push_back({defined[i], literal(i), literal(i)});
    circuit.outputs = {literal(all)};
    circuit.bad = {literal(all), literal(all)};
    if (rng.below(4) != 0) circuit.constraints = {literal(all)};
    circuit.output_names = {""};
    circuit.bad_names = {"", "second"};
    circuit.constraint_names.resize(circuit.constraints.size());
    return circuit;
}

inline std::vector<bool> random_bits(Rng& rng, std::size_t count) {
    std::vector<bool> bits;
    for (std::size_t i = 0; i < count; ++i) bits.push_back(rng.below(2) != 0);
    return bits;
}

// Both do the same on random inputs, whatever their variables are called.
inline bool behave_alike(const aiger::Circuit& left, const aiger::Circuit& right, int steps, Rng& rng) {
    aiger::Simulation a(left);
    aiger::Simulation b(right);
    for (std::size_t i = 0; i < left.latches.size(); ++i) {
        if (left.latches[i].reset != right.latches[i].reset) return false;
        if (left.latches[i].reset != aiger::Latch::Reset::free) continue;
        const bool value = rng.below(2) != 0;
        a.set_latch(i, value);
        b.set_latch(i, value);
    }
    for (int step = 0; step < steps; ++step) {
        const std::vector<bool> inputs = random_bits(rng, left.inputs.size());
        a.evaluate(inputs);
        b.evaluate(inputs);
        if (a.latches() != b.latches()) return false;
        for (std::size_t i = 0; i < left.bad.size(); ++i) {
            if (a.value(left.bad[i]) != b.value(right.bad[i])) return false;
        }
        for (std::size_t i = 0; i < left.constraints.size(); ++i) {
            if (a.value(left.constraints[i]) != b.value(right.constraints[i])) return false;
        }
        for (std::size_t i = 0; i < left.outputs.size(); ++i) {
            if (a.value(left.outputs[i]) != b.value(right.outputs[i])) return false;
        }
        a.step();
        b.step();
    }
    return true;
}

}  // namespace crowfly
