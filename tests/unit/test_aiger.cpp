// Circuits in AIGER's formats: what they say, what is said about mistakes, and that what is written is what was read.
#include <doctest/doctest.h>

#include "model/aiger/write.hpp"
#include "unit/circuits.hpp"
#include "unit/collection.hpp"

using namespace crowfly;
using aiger::Circuit;
using aiger::Latch;
using aiger::Literal;

namespace {

// A flip-flop with enable and reset, as the format's own report has it, with an and-gate before those that it reads.
const std::string toggle =
    "aag 7 2 1 2 4\n2\n4\n6 8\n6\n7\n8 4 10\n10 13 15\n12 2 6\n14 3 7\n"
    "i0 enable\ni1 reset\nl0 Q\no0 Q\no1 Q!\nc\na flip-flop\n";

std::string said_of(const std::string& text) { return ReadCircuit(text).said(); }

bool look_alike(const Circuit& left, const Circuit& right) {
    return left.inputs.size() == right.inputs.size() && left.latches.size() == right.latches.size() &&
           left.gates.size() == right.gates.size() && left.outputs.size() == right.outputs.size() &&
           left.bad.size() == right.bad.size() && left.constraints.size() == right.constraints.size() &&
           left.input_names == right.input_names && left.latch_names == right.latch_names &&
           left.output_names == right.output_names && left.bad_names == right.bad_names &&
           left.constraint_names == right.constraint_names && left.comments == right.comments;
}

}  // namespace

TEST_CASE("a flip-flop toggles when it is enabled and not reset") {
    const Circuit circuit = circuit_of(toggle);
    CHECK(circuit.input_names == std::vector<std::string>{"enable", "reset"});
    CHECK(circuit.latch_names == std::vector<std::string>{"Q"});
    CHECK(circuit.output_names == std::vector<std::string>{"Q", "Q!"});
    CHECK(circuit.comments == std::vector<std::string>{"a flip-flop"});
    aiger::Simulation simulation(circuit);
    // The second input is active low.
    const std::vector<std::pair<std::vector<bool>, bool>> expected{{{true, true}, false}, {{false, true}, true},
                                                                   {{true, true}, true},  {{true, true}, false},
                                                                   {{true, false}, true}, {{false, true}, false}};
    for (const auto& [inputs, q] : expected) {
        simulation.evaluate(inputs);
        CHECK(simulation.value(circuit.outputs[0]) == q);
        CHECK(simulation.value(circuit.outputs[1]) == !q);
        simulation.step();
    }
}

TEST_CASE("gates are sorted, and gaps between variables are closed") {
    const Circuit circuit = circuit_of("aag 1000000 1 1 0 2 1\n400\n600 20 600\n21\n20 30 400\n30 400 601\n");
    CHECK(circuit.greatest_variable == 4);
    REQUIRE(circuit.gates.size() == 2);
    CHECK(circuit.gates[0].output == 4);  // 30, which the other reads
    CHECK(circuit.gates[1].output == 2);
    CHECK(circuit.gates[1].left == 4);
    CHECK(circuit.inputs == std::vector<Literal>{6});
    CHECK(circuit.latches[0].literal == 8);
    CHECK(circuit.latches[0].reset == Latch::Reset::free);
    CHECK(circuit.bad == std::vector<Literal>{3});
}

TEST_CASE("both forms have all that AIGER 1.9 added") {
    const std::string text =
        "aag 3 1 2 1 0 2 1 2 1\n2\n4 2 1\n6 5 6\n2\n4\n7\n3\n1\n2\n5\n4\n6\n2\n"
        "i0 in\nl1 second latch\nb1 bad one\nc0 always\nj1 fair\nf0 often\nc\n\nlast\n";
    const Circuit circuit = circuit_of(text);
    CHECK(circuit.outputs == std::vector<Literal>{2});
    CHECK(circuit.bad == std::vector<Literal>{4, 7});
    CHECK(circuit.constraints == std::vector<Literal>{3});
    CHECK(circuit.justice == std::vector<std::vector<Literal>>{{5}, {4, 6}});
    CHECK(circuit.fairness == std::vector<Literal>{2});
    CHECK(circuit.latches[0].reset == Latch::Reset::one);
    CHECK(circuit.latches[1].reset == Latch::Reset::free);
    CHECK(circuit.latch_names == std::vector<std::string>{"", "second latch"});
    CHECK(circuit.bad_names == std::vector<std::string>{"", "bad one"});
    CHECK(circuit.constraint_names == std::vector<std::string>{"always"});
    CHECK(circuit.justice_names == std::vector<std::string>{"", "fair"});
    CHECK(circuit.fairness_names == std::vector<std::string>{"often"});
    CHECK(circuit.comments == std::vector<std::string>{"", "last"});
    CHECK(aiger::write_ascii(circuit) == text);
    CHECK(aiger::write_ascii(circuit_of(aiger::write_binary(circuit))) == text);
}

TEST_CASE("differences of the binary form have as many bytes as they need") {
    // The example of the report: 2 inputs, a half adder.
    const std::string binary("aig 5 2 0 2 3\n10\n6\n\x02\x02\x03\x02\x01\x02", 25);
    const Circuit circuit = circuit_of(binary);
    REQUIRE(circuit.gates.size() == 3);
    CHECK(aiger::write_ascii(circuit) == "aag 5 2 0 2 3\n2\n4\n10\n6\n6 4 2\n8 5 3\n10 9 7\n");
    CHECK(aiger::write_binary(circuit) == binary);
    std::string many = "aag 301 300 0 0 1\n";
    for (int i = 1; i <= 300; ++i) many += std::to_string(2 * i) + "\n";
    const std::string written = aiger::write_binary(circuit_of(many + "602 2 402\n"));
    CHECK(written == std::string("aig 301 300 0 0 1\n\xC8\x01\x90\x03", 22));
    CHECK(aiger::write_ascii(circuit_of(written)) == many + "602 402 2\n");
}

TEST_CASE("what is written is read again as the same circuit, in both forms") {
    Rng rng(20);
    for (int round = 0; round < 200; ++round) {
        CAPTURE(round);
        Circuit circuit = random_circuit(rng, 5, 6, static_cast<std::uint32_t>(rng.below(60)));
        if (rng.below(2) == 0) circuit.comments = {"c", "i0 no name", ""};
        const std::string ascii = aiger::write_ascii(circuit);
        const Circuit again = circuit_of(ascii);
        CHECK(aiger::write_ascii(again) == ascii);
        const Circuit binary = circuit_of(aiger::write_binary(circuit));
        CHECK(look_alike(circuit, again));
        CHECK(look_alike(circuit, binary));
        CHECK(behave_alike(circuit, again, 30, rng));
        CHECK(behave_alike(circuit, binary, 30, rng));
        Circuit shuffled = circuit;
        for (std::size_t i = shuffled.gates.size(); i > 1; --i)
            std::swap(shuffled.gates[i - 1], shuffled.gates[rng.below(i)]);
        CHECK(behave_alike(circuit, circuit_of(aiger::write_ascii(shuffled)), 30, rng));
    }
}

TEST_CASE("every mistake is reported where it is") {
    CHECK(said_of("") == "E003 at 1:1");
    CHECK(said_of("agg 0 0 0 0 0\n") == "E003 at 1:1");
    CHECK(said_of("aag 0 0 0 0\n") == "E003 at 1:12");
    CHECK(said_of("aag 0 0 0 0 0 0 0 0 0 0\n") == "E003 at 1:23");
    CHECK(said_of("aag 1 x 0 0 0\n") == "E003 at 1:7");
    CHECK(said_of("aag 1 -1 0 0 0\n") == "E003 at 1:7");
    CHECK(said_of("aag 1 2 0 0 0\n2\n4\n") == "E003 at 1:5");
    CHECK(said_of("aig 5 2 0 0 0\n") == "E003 at 1:5");
    CHECK(said_of("aag 1 1 0 0 0\n4\n") == "E048 at 2:1");
    CHECK(said_of("aag 1 1 0 0 0\n3\n") == "E003 at 2:1");
    CHECK(said_of("aag 1 1 0 0 0\n0\n") == "E003 at 2:1");
    CHECK(said_of("aag 2 2 0 0 0\n2\n2\n") == "E010 at 3:1");
    CHECK(said_of("aag 3 1 0 1 0\n2\n5\n") == "E012 at 3:1");
    CHECK(said_of("aag 1 0 1 0 0\n2 1 3\n") == "E048 at 2:5");
    CHECK(said_of("aag 1 0 1 0 0\n2 1 0 0\n") == "E003 at 2:7");
    CHECK(said_of("aag 2 1 1 0 0\n2\n4  \n") == "E003 at 3:2");
    CHECK(said_of("aag 1 1 0 0 0\n2\ni1 far\n") == "E012 at 3:1");
    CHECK(said_of("aag 1 1 0 0 0\n2\no0 none\n") == "E012 at 3:1");
    CHECK(said_of("aag 1 1 0 0 0\n2\ni0 once\ni0 twice\n") == "E010 at 4:1");
    CHECK(said_of("aag 1 1 0 0 0\n2\n7\n") == "E003 at 3:1");
    CHECK(said_of("aag 1 1 0 0 0\n2\ni name\n") == "E003 at 3:1");
    CHECK(said_of("aag 0 0 0 1 0\n99999999999\n") == "E004 at 2:1");
}

TEST_CASE("gates that depend on each other in a circle are reported with it") {
    const ReadCircuit self("aag 1 0 0 0 1\n2 2 3\n");
    CHECK(self.said() == "E052 at 2:1");
    const ReadCircuit circle("aag 4 1 0 0 3\n2\n4 2 8\n6 5 2\n8 6 6\n");
    CHECK(circle.said() == "E052 at 3:1");
    CHECK(circle.diagnostics.all().front().message == "gate 4 depends on itself: 4 reads 8 reads 6 reads 4");
}

TEST_CASE("a long chain of gates in the wrong order is sorted") {
    constexpr int length = 200'000;
    std::string text = "aag 200001 1 0 1 200000\n2\n400002\n";
    for (int i = length; i > 0; --i)
        text += std::to_string(2 * i + 2) + " " + std::to_string(2 * i) + " " + std::to_string(2 * i) + "\n";
    const Circuit circuit = circuit_of(text);
    aiger::Simulation simulation(circuit);
    simulation.evaluate({true});
    CHECK(simulation.value(circuit.outputs[0]));
}

TEST_CASE("large numbers in the header of a small file are refused") {
    for (const char* form : {"aag ", "aig "}) {
        CHECK(said_of(form + std::string("4294967295 4294967295 0 0 0\n")) == "E004 at 1:5");
        CHECK(said_of(form + std::string("2147483647 0 2147483647 0 0\n")) == "E003 at 1:1");
        CHECK(said_of(form + std::string("2147483647 0 0 0 2147483647\n")) == "E003 at 1:1");
        CHECK(said_of(form + std::string("0 0 0 4294967295 0\n")) == "E003 at 1:1");
        CHECK(said_of(form + std::string("0 0 0 0 0 4294967295 4294967295 4294967295 4294967295\n")) == "E003 at 1:1");
        CHECK(said_of(form + std::string("0 0 0 0 0 0 0 1\n4294967295\n0\n")) == "E003 at 2:1");
    }
    CHECK(said_of("aag 2147483647 2147483647 0 0 0\n") == "E003 at 1:1");
    CHECK(said_of("aig 2147483647 2147483647 0 0 0\n") == "E006 at 1:16");
    CHECK(said_of("aig 65536 65536 0 0 0\n").empty());
    const Circuit sparse = circuit_of("aag 2147483647 1 0 1 0\n4294967294\n4294967295\n");
    CHECK(sparse.greatest_variable == 1);
    CHECK(sparse.outputs == std::vector<Literal>{3});
}

TEST_CASE("a file that ends early is an error wherever it ends before the names") {
    Rng rng(3);
    Circuit circuit = random_circuit(rng, 3, 4, 30);
    for (std::vector<std::string>* names :
         {&circuit.input_names, &circuit.latch_names, &circuit.output_names, &circuit.bad_names})
        names->assign(names->size(), "");
    for (const std::string& text : {aiger::write_ascii(circuit), aiger::write_binary(circuit)}) {
        // Without its last line break, or the last digit, a text may still be a circuit.
        const std::size_t shortest = text.starts_with("aig") ? 1 : text.size() - text.rfind(' ');
        for (std::size_t length = 0; length + shortest <= text.size(); ++length) {
            CAPTURE(length);
            CHECK_FALSE(ReadCircuit(text.substr(0, length)).circuit);
        }
    }
}

TEST_CASE("changed bytes end in a circuit that can be written or in a message") {
    Rng rng(7);
    int broken = 0;
    for (int round = 0; round < 2000; ++round) {
        CAPTURE(round);
        const Circuit circuit = random_circuit(rng, 3, 4, 12);
        std::string text = round % 2 == 0 ? aiger::write_ascii(circuit) : aiger::write_binary(circuit);
        for (std::uint64_t changes = 1 + rng.below(3); changes > 0; --changes)
            text[rng.below(text.size())] = static_cast<char>(rng.below(round % 4 < 2 ? 256 : 64));
        const ReadCircuit read(text);
        CHECK(read.circuit.has_value() == !read.diagnostics.has_errors());
        if (!read.circuit) {
            ++broken;
            continue;
        }
        CHECK(behave_alike(*read.circuit, circuit_of(aiger::write_binary(*read.circuit)), 30, rng));
    }
    CHECK(broken > 400);
}

TEST_CASE("operands of the binary form are smaller than their gate") {
    const std::string head = "aig 2 1 0 0 1\n";
    CHECK(said_of(head + std::string("\x02\x02", 2)).empty());
    CHECK(said_of(head + std::string("\x00\x02", 2)) == "E003 at 2:1");
    CHECK(said_of(head + std::string("\x05\x00", 2)) == "E003 at 2:1");
    CHECK(said_of(head + std::string("\x02\x03", 2)) == "E003 at 2:2");
    CHECK(said_of(head + "\xff\xff\xff\xff\xff\xff\xff\x01") == "E003 at 2:1");
    CHECK(said_of(head + "\xff\xff") == "E003 at 2:3");
}

TEST_CASE("the circuits of the collection can be read and written") {
    const auto folder = collected("aiger");
    if (!folder) return;
    Rng rng(11);
    int read = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder)) {
        if (entry.path().extension() != ".aig" && entry.path().extension() != ".aag") continue;
        CAPTURE(entry.path().string());
        const Circuit circuit = circuit_of(bytes_of(entry.path()));
        CHECK(behave_alike(circuit, circuit_of(aiger::write_ascii(circuit)), 30, rng));
        const Circuit binary = circuit_of(aiger::write_binary(circuit));
        CHECK(behave_alike(circuit, binary, 30, rng));
        CHECK(look_alike(circuit, binary));
        ++read;
    }
    CHECK(read > 60);
}
