// Witnesses of circuits: which are accepted, and what is said about others.
#include <doctest/doctest.h>

#include "model/aiger/witness.hpp"
#include "unit/circuits.hpp"

using namespace crowfly;
using aiger::Circuit;
using aiger::Latch;
using aiger::Literal;
using aiger::Witness;

namespace {

// Two bits that count while `go` is set, and bad at 3; `go` must not be set together with `stop`.
const std::string counter =
    "aag 13 2 2 0 9 1 1\n2\n4\n6 15\n8 23\n24\n27\n"
    "10 6 3\n12 2 7\n14 11 13\n16 6 2\n18 8 17\n20 16 9\n22 19 21\n24 6 8\n26 2 4\n"
    "i0 go\nl1 high\nc0 not both\n";

struct ReadWitness {
    explicit ReadWitness(const std::string& text) {
        witness = aiger::read_witness(sources.add("w.aigwit", text), sources, diagnostics);
    }
    std::string said() const {
        if (witness) return "";
        const Diagnostic& first = diagnostics.all().front();
        return std::to_string(sources.position(first.span.file, first.span.begin).line) + ": " + first.message;
    }
    Sources sources;
    Diagnostics diagnostics;
    std::optional<Witness> witness;
};

std::string checked(const std::string& circuit, const std::string& witness) {
    const ReadWitness read(witness);
    REQUIRE_MESSAGE(read.witness, read.said());
    return aiger::check_witness(*read.witness, circuit_of(circuit));
}

// A circuit evaluated from its definition, by recursion over the literals, with no order of gates.
class Definition {
public:
    Definition(const Circuit& circuit, std::string latches, std::string inputs)
        : circuit_(circuit), latches_(std::move(latches)), inputs_(std::move(inputs)) {}

    bool value(Literal literal) const {
        if ((literal & 1U) != 0) return !value(literal - 1);
        for (std::size_t i = 0; i < circuit_.inputs.size(); ++i) {
            if (circuit_.inputs[i] == literal) return inputs_[i] == '1';
        }
        for (std::size_t i = 0; i < circuit_.latches.size(); ++i) {
            if (circuit_.latches[i].literal == literal) return latches_[i] == '1';
        }
        for (const aiger::Gate& gate : circuit_.gates) {
            if (gate.output == literal) return value(gate.left) && value(gate.right);
        }
        return false;
    }

    std::string next() const {
        std::string result;
        for (const Latch& latch : circuit_.latches) result += value(latch.next) ? '1' : '0';
        return result;
    }

private:
    const Circuit& circuit_;
    std::string latches_;
    std::string inputs_;
};

bool is_witness(const Witness& witness, const Circuit& circuit) {
    std::string latches = witness.latches.values;
    for (std::size_t i = 0; i < latches.size(); ++i) {
        const Latch::Reset reset = circuit.latches[i].reset;
        if (reset != Latch::Reset::free && (latches[i] == '1') != (reset == Latch::Reset::one)) return false;
    }
    for (std::size_t step = 0; step < witness.steps.size(); ++step) {
        const Definition now(circuit, latches, witness.steps[step].values);
        for (const Literal constraint : circuit.constraints) {
            if (!now.value(constraint)) return false;
        }
        if (step + 1 == witness.steps.size()) return now.value(circuit.bad[witness.property]);
        latches = now.next();
    }
    return false;
}

std::string bits(Rng& rng, std::size_t count) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += rng.below(2) == 0 ? '0' : '1';
    return result;
}

}  // namespace

TEST_CASE("a witness counts to three") {
    CHECK(checked(counter, "1\nb0\n00\n10\n10\n10\n00\n.\n").empty());
    CHECK(checked(counter, "1\nb0\n00\n10\n00\n1x\n10\nxx\n.\n").empty());
    CHECK(checked(counter, "c found by hand\n1\nb0\nxx\n10\n10\nc halfway\n10\n01\n.\nc done\n").empty());
    // Bad may hold before the end as well.
    CHECK(checked(counter, "1\nb0\n00\n10\n10\n10\n00\n00\n01\n.\n").empty());
}

TEST_CASE("what is wrong with a witness is said with its line") {
    CHECK(checked(counter, "1\nb0\n01\n10\n10\n10\n00\n.\n") == "line 3: latch 1 (`high`) starts with 0, not 1");
    CHECK(checked(counter, "1\nb0\n000\n10\n.\n") == "line 3: there are 3 values, but the circuit has 2 latches");
    CHECK(checked(counter, "1\nb0\n00\n10\n1\n.\n") == "line 5: there are 1 values, but the circuit has 2 inputs");
    CHECK(checked(counter, "1\nb0\n00\n10\nc a line more\n11\n10\n00\n.\n") ==
          "line 6: constraint 0 (`not both`) does not hold in step 1");
    CHECK(checked(counter, "1\nb0\n00\n10\n10\n10\n11\n.\n") ==
          "line 7: constraint 0 (`not both`) does not hold in step 3");
    CHECK(checked(counter, "1\nb0\n00\n10\n10\n00\n00\n.\n") ==
          "line 7: bad state 0 is not reached in the last step, which is step 3");
    CHECK(checked(counter, "1\nb1\n00\n10\n.\n") == "the circuit has no bad state 1: there are 1");
    CHECK(checked(counter, "1\nb0\n00\n.\n") == "the witness has no step: it needs the inputs of one at least");
}

TEST_CASE("outputs are bad where nothing else is, and circuits can be without inputs") {
    const std::string without_inputs = "aag 1 0 1 1 0\n2 3\n2\no0 on\n";
    CHECK(checked(without_inputs, "1\nb0\n0\n\n\n.\n").empty());
    CHECK(checked(without_inputs, "1\nb0\n0\n\n\n\n.\n") ==
          "line 6: output 0 (`on`) is not reached in the last step, which is step 2");
    CHECK(checked("aag 1 0 1 0 0 1\n2 2 1\n2\n", "1\nb0\nx\n\n.\n").empty());
}

TEST_CASE("a witness that cannot be read is reported") {
    CHECK(ReadWitness("").said() == "1: the file ends where `1`, which says that a bad state is reached should be");
    CHECK(ReadWitness("0\nb0\n.\n").said() == "1: expected `1`, which says that a bad state is reached, not `0`");
    CHECK(ReadWitness("1\nj0\n0\n1\n.\n").said() == "2: expected a property such as `b0`, not `j0`");
    CHECK(ReadWitness("1\nb0b1\n0\n1\n.\n").said() == "2: expected a property such as `b0`, not `b0b1`");
    CHECK(ReadWitness("1\nb0\n02\n1\n.\n").said() == "3: expected the initial values of the latches, not `02`");
    CHECK(ReadWitness("1\nb0\n01\n1\n?\n.\n").said() == "5: expected the inputs of a step, or `.`, not `?`");
    CHECK(ReadWitness("1\nb0\n.\n1\n.\n").said() == "3: expected the initial values of the latches, not `.`");
    CHECK(ReadWitness("1\nb0\n01\n1\n").said() == "5: the file ends where the inputs of a step, or `.` should be");
    CHECK(ReadWitness("1\nb0\n01\n1\n.\n1\nb0\n").said() == "6: expected the end of the file, not `1`");
}

TEST_CASE("a witness is accepted exactly if it is one, after every change of a bit too") {
    Rng rng(42);
    int witnesses = 0;
    int rejected = 0;
    for (int round = 0; round < 3000; ++round) {
        const Circuit circuit = random_circuit(rng, 3, 4, 12);
        Witness witness{static_cast<std::uint32_t>(rng.below(2)), {bits(rng, circuit.latches.size())}, {}, {}};
        for (std::size_t i = 0; i < circuit.latches.size(); ++i) {
            if (circuit.latches[i].reset != Latch::Reset::free)
                witness.latches.values[i] = circuit.latches[i].reset == Latch::Reset::one ? '1' : '0';
        }
        for (std::uint64_t i = 1 + rng.below(4); i > 0; --i)
            witness.steps.push_back({bits(rng, circuit.inputs.size())});
        CAPTURE(round);
        const bool expected = is_witness(witness, circuit);
        REQUIRE(aiger::check_witness(witness, circuit).empty() == expected);
        if (!expected) continue;
        ++witnesses;
        const ReadWitness again(aiger::write_witness(witness));
        REQUIRE(again.witness);
        CHECK(aiger::write_witness(*again.witness) == aiger::write_witness(witness));
        std::vector<std::string*> lines{&witness.latches.values};
        for (aiger::WitnessLine& step : witness.steps) lines.push_back(&step.values);
        for (std::string* line : lines) {
            for (char& bit : *line) {
                bit ^= 1;
                const bool still = is_witness(witness, circuit);
                CHECK(aiger::check_witness(witness, circuit).empty() == still);
                rejected += still ? 0 : 1;
                bit ^= 1;
            }
        }
    }
    CHECK(witnesses > 100);
    CHECK(rejected > 100);
}
