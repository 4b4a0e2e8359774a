// What the compiler makes of small models: values of constants, places of variables, transitions, footprints, clock
// bounds.
#include <algorithm>

#include <doctest/doctest.h>

#include "checked.hpp"
#include "network/compile/compile.hpp"
#include "property/compile.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

const Slot& slot(const Network& network, std::string_view name) {
    const auto found =
        std::find_if(network.slots.begin(), network.slots.end(), [&](const Slot& s) { return s.name == name; });
    REQUIRE_MESSAGE(found != network.slots.end(), "no slot is called ", std::string(name));
    return *found;
}

// The codes of all compile-time errors of a model that passes the type checker.
std::string compile_errors(std::string text) {
    uppaal::Checked checked(std::move(text));
    REQUIRE_MESSAGE(checked.errors().empty(), checked.errors());
    Diagnostics diagnostics;
    const Compiler compiler(checked.checker->model(), diagnostics);
    return uppaal::summary(checked.sources, diagnostics, Severity::error, checked.marked.at);
}

const std::string one_location = "process P() { state A; init A; }\n";
const std::string system_p = one_location + "system P;\n";

const ClockBound* bound(const Network& network, std::string_view location, std::string_view clock) {
    for (std::size_t l = 0; l < network.locations.size(); ++l) {
        if (network.locations[l].name != location) continue;
        for (const ClockBound& b : network.clock_bounds[l]) {
            if (network.clocks[b.clock].name == clock) return &b;
        }
    }
    return nullptr;
}

}  // namespace

TEST_CASE("initial values are computed before the model runs") {
    const Network network = network_of(R"(
        const int N = 3;
        const int table[N] = { 1, 10, 100 };
        int total(int n) { int i; int s = 0; for (i = 0; i < n; i++) s += table[i]; return s; }
        int a = total(2);
        int[5,9] b;
        int[-9,-5] c;
        int m[2][N] = { { 1, 2, 3 }, { 4, 5, N ** 2 } };
        struct { int x; bool y; } r = { 7, true };
        bool flag = 3;
    )" + system_p);
    CHECK(slot(network, "a").initial == 11);
    CHECK(slot(network, "b").initial == 5);
    CHECK(slot(network, "c").initial == -5);
    CHECK(slot(network, "m[1][2]").initial == 9);
    CHECK(slot(network, "r.y").initial == 1);
    CHECK(slot(network, "flag").initial == 1);
}

// In halves the second one would be 4 000 000 000.
TEST_CASE("a long sum is added from left to right if a partial sum may overflow") {
    std::string sum = "-a";
    for (int i = 1; i < 400; ++i) sum += i == 200 || i == 201 ? " + a" : " + 0";
    const std::string before = "const int a = 2000000000; int[-2147483648,2147483647] x = ";
    CHECK(slot(network_of(before + sum + ";\n" + system_p), "x").initial == 2'000'000'000);
    CHECK(!compile_errors(before + sum + " + a;\n" + system_p).empty());
}

TEST_CASE("slots: locations first, integers, meta variables last") {
    const Network network = network_of(R"(
        meta int scratch;
        int g;
        process P(const int[0,1] id) { int l; state A, B; init B; }
        system P;
    )");
    std::vector<std::string> names;
    for (const Slot& s : network.slots) names.push_back(s.name);
    CHECK(names == std::vector<std::string>{"P(0)", "P(1)", "g", "P(0).l", "P(1).l", "scratch"});
    CHECK(network.state_slots == 5);
    CHECK(network.slots[0].greatest == 1);
    CHECK(network.slots[0].initial == 1);
}

TEST_CASE("constants are not bound to the default range, variables are") {
    CHECK(compile_errors("const int big = 250 * 1000; int[0,big] x = big;\n" + system_p).empty());
    CHECK(compile_errors("int x = @40000;\n" + system_p) == "E048");
    CHECK(compile_errors("const int[0,3] x = @4;\n" + system_p) == "E048");
}

TEST_CASE("what cannot be computed is reported where it stands") {
    CHECK(compile_errors("const int z = @1 / 0;\n" + system_p) == "E045");
    CHECK(compile_errors("int[@3,2] x;\n" + system_p).starts_with("E047"));
    CHECK(compile_errors("int a[@0];\n" + system_p).starts_with("E046"));
    CHECK(compile_errors("int v; int a[@v];\n" + system_p) == "E044");
    CHECK(compile_errors("int f() { while (true) { } return 1; } const int x = f();\n" + system_p).starts_with("E045"));
    CHECK(compile_errors("int a[100000000];\n" + system_p).starts_with("E046"));
    CHECK(compile_errors("process P(const int[0,1000000] i) { state A; init A; } system P;").starts_with("E049"));
}

TEST_CASE("a chain of calls is followed only so far") {
    std::string text = "int f0() { return 1; }\n";
    for (int i = 1; i < 2000; ++i)
        text += "int f" + std::to_string(i) + "() { return f" + std::to_string(i - 1) + "(); }\n";
    CHECK(compile_errors(text + "int x = f400();\n" + system_p).empty());
    CHECK(compile_errors(text + "int x = f1999();\n" + system_p).starts_with("E005"));
}

TEST_CASE("free parameters take all values, partial instantiation passes the others on") {
    const Network network = network_of(R"(
        int v[2];
        process P(int &x, const int[0,1] a, const int[0,1] b) {
            state A; init A; trans A -> A { assign x = a * 10 + b; }; }
        Q(const int[0,1] k) = P(v[k], k, 1);
        R(const int[0,1] a, const int[0,1] b) = P(v[0], a, b);
        system Q, R;
    )");
    std::vector<std::string> names;
    for (const Process& p : network.processes) names.push_back(p.name);
    CHECK(names == std::vector<std::string>{"Q(0)", "Q(1)", "R(0,0)", "R(0,1)", "R(1,0)", "R(1,1)"});
    CHECK(network.edges[1].footprint.writes.members() == std::vector<std::uint32_t>{7});  // Q(1) writes v[1]
}

TEST_CASE("binary synchronisations are paired across processes and channels only") {
    const Network network = network_of(R"(
        chan c[2], d;
        process S(const int[0,1] i) { state A; init A; trans A -> A { sync c[i]!; }, A -> A { sync d?; }; }
        process R() { int[0,1] k; state A; init A;
            trans A -> A { sync c[0]?; }, A -> A { sync c[k]?; }, A -> A { sync d!; }; }
        system S, R;
    )");
    const auto binary = std::count_if(network.transitions.begin(), network.transitions.end(),
                                      [](const Transition& t) { return t.kind == Transition::Kind::binary; });
    CHECK(binary == 2 + 1 + 2);  // S(0) with c[0] and c[k], S(1) with c[k], d! with each S
}

TEST_CASE("footprints hold what decides and what changes") {
    const Network network = network_of(R"(
        int a, b, w[4];
        clock x, y;
        int f(int &r) { r = a; return b; }
        process P() { int[0,3] i; state A, B; init A;
            trans A -> B { guard w[i] == 0 && x > 3; assign w[2] = f(w[1]), y = 0; }; }
        system P;
    )");
    const Edge& edge = network.edges[0];
    // Slots: 0 P, 1 a, 2 b, 3..6 w, 7 P.i
    CHECK(edge.footprint.reads.members() == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(edge.footprint.writes.members() == std::vector<std::uint32_t>{0, 4, 5});
    CHECK(edge.footprint.clock_reads.members() == std::vector<std::uint32_t>{1});
    CHECK(edge.footprint.clock_resets.members() == std::vector<std::uint32_t>{2});
}

TEST_CASE("a reset in a branch of a function is possible, not certain") {
    const Network network = network_of(R"(
        clock x, y; bool p;
        void f() { if (p) x = 0; y = 0; }
        void g() { if (p) return; y = 0; }
        process P() { state A; init A; trans A -> A { assign f(); }, A -> A { assign g(); }; }
        system P;
    )");
    CHECK(network.edges[0].footprint.clock_writes.members() == std::vector<std::uint32_t>{1, 2});
    CHECK(network.edges[0].footprint.clock_resets.members() == std::vector<std::uint32_t>{2});
    CHECK(network.edges[1].footprint.clock_resets.empty());
}

TEST_CASE("clock constraints take the form left - right <= bound") {
    const Network network = network_of(R"(
        clock x, y; int[0,7] i;
        process P() { state A, B { x <= 5 && (i > 2 imply y < i) }; init A;
            trans A -> B { guard x - y == 2 && 3 < x && y >= 2 * i + 1; }; }
        system P;
    )");
    const auto text = [&](const ClockConstraint& c) {
        return network.clocks[c.left].name + "-" + network.clocks[c.right].name + (c.strict ? "<" : "<=") +
               (c.negated ? "-" : "") +
               (c.bound.is_constant()
                    ? std::to_string(c.bound.least)
                    : "[" + std::to_string(c.bound.least) + ".." + std::to_string(c.bound.greatest) + "]") +
               (c.condition ? " if" : "");
    };
    std::vector<std::string> invariant, guard;
    const Run of_b = network.locations[1].invariant.constraints;
    for (std::uint32_t c = 0; c < of_b.count; ++c) invariant.push_back(text(network.constraints[of_b.first + c]));
    const Run of_edge = network.edges[0].constraints;
    for (std::uint32_t c = 0; c < of_edge.count; ++c) guard.push_back(text(network.constraints[of_edge.first + c]));
    CHECK(invariant == std::vector<std::string>{"x-0<=5", "y-0<[0..7] if"});
    CHECK(guard == std::vector<std::string>{"x-y<=2", "y-x<=-2", "0-x<-3", "0-y<=-[1..15]"});
    CHECK(network.features.diagonals);
    CHECK(network.features.clock_variable_bounds);
}

TEST_CASE("a bound is carried back until the clock is reset") {
    const Network network = network_of(R"(
        clock x;
        process P() { state A, B, C { x <= 7 }, D; init A;
            trans A -> B { assign x = 0; }, B -> C { }, C -> D { guard x >= 4; }; }
        system P;
    )");
    CHECK(bound(network, "A", "x") == nullptr);
    REQUIRE(bound(network, "B", "x") != nullptr);
    CHECK(bound(network, "B", "x")->lower == 4);
    CHECK(bound(network, "B", "x")->upper == 7);
    CHECK(bound(network, "D", "x") == nullptr);
}

TEST_CASE("an arrow into a branchpoint and each arrow out of it make one edge") {
    const Network network = network_of(R"(
        int v;
        process P() { state A, B, C; branchpoint bp; init A;
            trans A -> bp { assign v = 1; }, bp -> B { probability 1; }, bp -> C { assign v = v + 1; probability 2; }; }
        system P;
    )");
    REQUIRE(network.edges.size() == 2);
    CHECK(network.edges[0].target == 1);
    CHECK(network.edges[1].target == 2);
    CHECK(network.edges[0].branch == network.edges[1].branch);
}

TEST_CASE("the synchronisation of a step through a branchpoint may stand on the way out") {
    const Network network = network_of(R"(
        chan a, b;
        process P() { state A, B, C; branchpoint bp; init A;
            trans A -> bp {}, bp -> B { sync a!; }, bp -> C { sync b!; }; }
        process Q() { state X; init X; trans X -> X { sync b?; }; }
        system P, Q;
    )");
    REQUIRE(network.transitions.size() == 1);
    CHECK(network.edges[network.transitions[0].edge].target == 2);
    CHECK(network.channels[network.edges[network.transitions[0].edge].channel].name == "b");
}

TEST_CASE("what is outside exhaustive search is an obstacle of its edge alone") {
    const Network network = network_of(R"(
        clock x, y; double r; int i;
        process P() { state A, B; init A;
            trans A -> B { assign i = fint(r); }, B -> A { }, A -> A { guard x + y < 3; }; }
        system P;
    )");
    CHECK(network.edges[0].obstacle >= 0);
    CHECK(network.edges[1].obstacle >= 0);
    CHECK(network.edges[2].obstacle < 0);
    CHECK(network.obstacles.size() == 2);
}

TEST_CASE("queries become trees of locations, tests and clock constraints") {
    uppaal::Checked checked(R"(
        clock x[2]; int i;
        process P(const int[0,1] id) { state A, B; init A; }
        system P;
    )");
    Diagnostics diagnostics;
    Compiler compiler(checked.checker->model(), diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    const auto compile = [&](const std::string& text) {
        REQUIRE(checked.ask(text).empty());
        const auto query = compile_property(compiler, *checked.answer, diagnostics);
        REQUIRE(query.has_value());
        return as_reach(*query).formula;
    };
    const Formula all = compile("E<> forall (i : int[0,1]) P(i).B");
    CHECK(all.kind == Formula::Kind::conjunction);
    REQUIRE(all.operands.size() == 2);
    CHECK(all.operands[1].kind == Formula::Kind::location);
    CHECK(all.operands[1].process == 1);
    CHECK(all.operands[1].number == 1);

    const Formula differs = compile("A[] x[0] != 3");
    CHECK(differs.kind == Formula::Kind::disjunction);
    CHECK(mentions_clocks(differs));

    const Formula simple = compile("A[] not deadlock and (1 < 2)");
    CHECK(simple.kind == Formula::Kind::negation);
    CHECK(mentions_deadlock(simple));

    const Formula sum = compile("E<> sum (i : int[0,1]) P(i).A == 2");
    CHECK(sum.kind == Formula::Kind::discrete);
    CHECK(sum.footprint.reads.members() == std::vector<std::uint32_t>{0, 1});
}
