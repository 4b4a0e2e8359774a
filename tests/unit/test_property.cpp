// Properties own their code: asking changes no network, and what is asked outlives who compiled it.
#include <doctest/doctest.h>

#include <thread>

#include "network/digest.hpp"
#include "network/machine.hpp"
#include "property/compile.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

constexpr const char* counting = R"(
    int x = 3; clock c;
    int twice(int n) { return 2 * n; }
    int chosen(int n) { const int from[3] = { 5, 6, 7 }; return from[n - 2] + twice(n); }
    process P() { state a, b; init a; trans a -> b { guard twice(x) == 6; assign x = 0; }; }
    system P;
)";

std::optional<Property> ask(Asked& asked, const std::string& text, Diagnostics& said) {
    uppaal::ParseContext context{asked.sources, said};
    const auto typed =
        asked.checker->check_query(uppaal::parse_query({asked.sources.add("query", text), text, {}}, context), said);
    return typed ? compile_property(*asked.compiler, *typed, said) : std::nullopt;
}

bool holds(const Network& network, const Formula& formula, std::int32_t x) {
    Machine machine(code_of(network, formula));
    std::vector<std::int32_t> slots{0, x};
    machine.bind(slots);
    return machine.holds(formula.program);
}

}  // namespace

TEST_CASE("compiling properties leaves their network as it is") {
    Asked asked(counting, "E<> chosen(x) == 12");
    const Network& network = asked.network();
    const std::string digest = network_digest(network);
    const std::uint32_t instructions = network.code.next_instruction();
    Diagnostics said;
    for (const char* text :
         {"E<> chosen(x) == 12 && c > 3", "A[] forall (i : int[0, 9]) x != i + 1", "sup: x * x, c"}) {
        const std::optional<Property> property = ask(asked, text, said);
        REQUIRE(property);
        CHECK(property->code->first_instruction() == instructions);
        CHECK(property->code->next_instruction() > instructions);
    }
    CHECK(network_digest(network) == digest);
    CHECK(network.code.next_instruction() == instructions);
}

TEST_CASE("a property calls functions of the network and brings those that only it calls") {
    Asked asked(counting, "E<> chosen(x) == 12");
    const Formula& formula = as_reach(*asked.query).formula;
    CHECK(asked.query->code->functions.size() == 1);  // `twice` is the network's
    CHECK(holds(asked.network(), formula, 3));
    CHECK_FALSE(holds(asked.network(), formula, 2));
    Machine machine(*formula.code);
    std::vector<std::int32_t> slots{0, 9};
    machine.bind(slots);
    CHECK_FALSE(machine.run(formula.program));
    CHECK(machine.fault().kind == FaultKind::index);
    CHECK(asked.sources.text(machine.fault().span) == "n - 2");
}

TEST_CASE("a property outlives its compiler") {
    std::optional<Property> property;
    {
        Asked asked(counting, "E<> chosen(x) == 12");
        property = asked.query;
    }
    CHECK(holds({}, as_reach(*property).formula, 3));
}

TEST_CASE("several threads compile properties of one network at once") {
    Asked asked(counting, "E<> true");
    Diagnostics said;
    const std::string text = "E<> chosen(x) == 12";
    uppaal::ParseContext context{asked.sources, said};
    const auto typed =
        asked.checker->check_query(uppaal::parse_query({asked.sources.add("query", text), text, {}}, context), said);
    REQUIRE(typed);
    std::vector<std::optional<Property>> properties(8);
    std::vector<std::thread> threads;
    for (std::optional<Property>& property : properties) {
        threads.emplace_back([&] {
            Diagnostics own;
            property = compile_property(*asked.compiler, *typed, own);
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::optional<Property>& property : properties) {
        REQUIRE(property);
        CHECK(holds(asked.network(), as_reach(*property).formula, 3));
    }
}

TEST_CASE("properties are written with the operators they were asked with") {
    Asked asked(counting, "E<> true");
    Diagnostics said;
    const auto operator_in = [&](const std::string& text) {
        const std::optional<Property> property = ask(asked, text, said);
        REQUIRE(property);
        return std::string(operator_of(*property));
    };
    for (const char* text : {"E<> P.a", "A[] P.a", "E[] P.a", "A<> P.a"})
        CHECK(operator_in(text) == std::string(text, 3));
    CHECK(operator_in("P.a --> P.b") == "-->");
    for (const char* name : {"sup", "inf", "bounds"}) CHECK(operator_in(std::string(name) + ": x") == name);
}

TEST_CASE("quantifiers in queries go over all values, and clocks differ by being less or greater") {
    Asked asked(counting, "E<> true");
    Diagnostics said;
    const auto formula = [&](const std::string& text) {
        const std::optional<Property> property = ask(asked, text, said);
        REQUIRE(property);
        return as_reach(*property).formula;
    };
    const Formula all = formula("E<> forall (i : int[1, 3]) (x == i || c > i)");
    CHECK(all.kind == Formula::Kind::conjunction);
    CHECK(all.operands.size() == 3);
    const Formula some = formula("E<> exists (i : int[1, 3]) (x == i && c > i)");
    CHECK(some.kind == Formula::Kind::disjunction);
    CHECK(some.operands.size() == 3);
    const Formula other = formula("E<> c != 3");
    CHECK(other.kind == Formula::Kind::disjunction);
    CHECK(other.operands.size() == 2);
    CHECK(formula("E<> c == 3").kind == Formula::Kind::conjunction);
}

TEST_CASE("the formulas of a property stand as they are written") {
    Asked asked(counting, "E<> true");
    Diagnostics said;
    const std::optional<Property> property = ask(asked, "P.a --> x == 0", said);
    REQUIRE(property);
    const std::vector<const Formula*> formulas = formulas_of(*property);
    REQUIRE(formulas.size() == 2);
    CHECK(formulas[0]->kind == Formula::Kind::location);
    CHECK(formulas[1]->kind == Formula::Kind::discrete);
}

TEST_CASE("what is measured is read, be it a variable or a clock") {
    Asked asked(counting, "E<> true");
    Diagnostics said;
    const std::optional<Property> variable = ask(asked, "inf: 2 * x", said), clock = ask(asked, "sup: c", said);
    REQUIRE(variable);
    REQUIRE(clock);
    CHECK(slots_read(*variable).contains(1));
    CHECK_FALSE(slots_read(*clock).contains(1));
    CHECK_FALSE(mentions_clocks(*variable));
    CHECK(mentions_clocks(*clock));
    CHECK(as_extremum(*variable).least);
    CHECK_FALSE(as_extremum(*variable).greatest);
}

TEST_CASE("branches keep their weights: numbers, expressions, or 1") {
    const Network network = network_of(R"(
        int w = 4;
        process P() { state a; branchpoint q; init a;
            trans a -> q { }, q -> a { probability 3; }, q -> a { select i : int[1, 2]; probability w * i; },
                  q -> a { }, q -> a { probability 0.5; }, a -> a { }; }
        system P;
    )");
    REQUIRE(network.edges.size() == 5);
    const auto weight = [&](std::size_t e) { return network.edges[e].outcome.weight; };
    for (const std::size_t e : {2, 3, 4}) {
        CHECK(weight(e).is_constant());
        CHECK(weight(e).least == 1);
    }
    CHECK(weight(0).least == 3);
    CHECK(weight(0).is_constant());
    REQUIRE_FALSE(weight(1).is_constant());
    Machine machine(network.code);
    std::vector<std::int32_t> slots{0, 4};
    machine.bind(slots);
    machine.local(network.selects[network.edges[1].selects.first].local) = 2;
    REQUIRE(machine.run(weight(1).program));
    CHECK(machine.result() == 8);
    CHECK(network.edges[0].branch == network.edges[3].branch);
    CHECK(network.edges[0].outcome.cost == 1);
}
