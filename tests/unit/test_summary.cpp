// A network is told in the words of the model: declared variables, not cells.
#include <doctest/doctest.h>

#include "render/summary.hpp"

using namespace crowfly;

namespace {

Slot cell(std::string name, std::int32_t least, std::int32_t greatest, Slot::Kind kind = Slot::Kind::integer) {
    Slot slot;
    slot.name = std::move(name);
    slot.kind = kind;
    slot.least = least;
    slot.greatest = greatest;
    return slot;
}

Network network_of(std::vector<Slot> slots) {
    Network network;
    network.clocks.push_back({"0", 0, {}});
    for (const char* name : {"P(0)", "P(1)"}) {
        Process process;
        process.name = name;
        process.template_name = "P";
        network.slots.push_back(cell(name, 0, 2, Slot::Kind::location));
        network.processes.push_back(process);
    }
    for (Slot& slot : slots) network.slots.push_back(std::move(slot));
    network.state_slots = static_cast<std::uint32_t>(network.slots.size());
    return network;
}

}  // namespace

TEST_CASE("cells of one array or record are one variable") {
    const Summary summary =
        summarise(network_of({cell("list[0]", 0, 5), cell("list[1]", 0, 5), cell("r.on", 0, 1, Slot::Kind::boolean),
                              cell("r.count", 0, 9), cell("n", -3, 3)}));
    REQUIRE(summary.variables.size() == 3);
    CHECK(summary.variables[0].name == "list");
    CHECK(summary.variables[0].cells == 2);
    CHECK(summary.variables[0].kind == "integer");
    CHECK(summary.variables[1].name == "r");
    CHECK(summary.variables[1].kind == "record");
    CHECK(summary.variables[1].greatest == 9);
    CHECK(summary.variables[2].name == "n");
    CHECK(summary.integers == 5);
}

TEST_CASE("variables of different processes stay apart") {
    const Summary summary = summarise(
        network_of({cell("P(0).x", 0, 5), cell("P(1).x", 0, 5), cell("P(1).a[0]", 0, 1), cell("P(1).a[1]", 0, 1)}));
    REQUIRE(summary.variables.size() == 3);
    CHECK(summary.variables[0].name == "P(0).x");
    CHECK(summary.variables[1].name == "P(1).x");
    CHECK(summary.variables[2].name == "P(1).a");
}

TEST_CASE("a state takes the bits of its ranges; meta variables take none") {
    Network network = network_of({cell("constant", 4, 4), cell("full", INT32_MIN, INT32_MAX), cell("m", 0, 255)});
    --network.state_slots;
    CHECK(summarise(network).state_bits == 2 + 2 + 0 + 32);
}
