// Loops that end by themselves have a budget of their own, and whoever exceeds one is told which.
#include <doctest/doctest.h>

#include "network/machine.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// How the guard of an edge ends with this budget.
FaultKind ended(const std::string& guard, LoopBudget budget) {
    const Network network = network_of(
        "int n; bool f() { int i; while (i < 5000) i++; return true; }\n"
        "process P() { state a; init a; trans a -> a { guard " +
        guard + "; }; } system P;");
    std::vector<std::int32_t> state;
    for (const Slot& slot : network.slots) state.push_back(slot.initial);
    Machine machine(network.code);
    machine.bind(state);
    if (machine.run(network.edges[0].guard, budget)) CHECK(machine.result() == 1);
    return machine.fault().kind;
}

}  // namespace

TEST_CASE("a quantifier is no endless loop") {
    const std::string many = "forall (i : int[0, 4999]) i >= n";
    CHECK(ended(many, {.open_left = 10, .finite_left = 6000}) == FaultKind::none);
    CHECK(ended(many, {.open_left = 10, .finite_left = 4000}) == FaultKind::too_many_rounds);
    CHECK(ended("f()", {.open_left = 6000, .finite_left = 10}) == FaultKind::none);
    CHECK(ended("f()", {.open_left = 4000, .finite_left = 10}) == FaultKind::endless_loop);
    CHECK(to_string(FaultKind::too_many_rounds).find("200 000 000") != std::string_view::npos);
    CHECK(to_string(FaultKind::endless_loop).find("50 000 000") != std::string_view::npos);
    CHECK(LoopBudget::finite == 200'000'000);
    CHECK(LoopBudget::open == 50'000'000);
}
