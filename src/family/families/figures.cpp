// The small example systems of the papers. Figures of Wehrle's thesis are named by their numbers, those of other papers
// by their first author.
#include <fmt/format.h>

#include <algorithm>

#include "family/registry.hpp"
#include "family/text.hpp"

namespace crowfly {
namespace {

constexpr const char* up_and_down = R"(// Up and down without regard to each other: whatever goes up again was useless.

process Process() {
    state l0, l1;
    init l0;
    trans
        l0 -> l1 { },
        l1 -> l0 { };
}
)";

constexpr const char* detour = R"(// A detour by l1 sets a flag that makes the way through l2 shorter.
int[0, 1] a = 0;

process T() {
    state l0, l1, l2, l3, l4, l5, l6, lE;
    init l0;
    trans
        l0 -> l1 { assign a = 1; },
        l1 -> l0 { },
        l0 -> l2 { },
        l2 -> lE { guard a > 0; },
        l2 -> l3 { },
        l3 -> l4 { },
        l4 -> l5 { },
        l5 -> l6 { },
        l6 -> lE { };
}
)";

constexpr const char* two_ways = R"(// Two ways of the same length: neither first step is useless.

process T() {
    state l0, l1, l2, l3;
    init l0;
    trans
        l0 -> l1 { },
        l0 -> l2 { },
        l1 -> l3 { },
        l2 -> l3 { };
}
)";

constexpr const char* direct_way = R"(// A direct way and a longer one: the first step of the longer one is useless.

process T() {
    state l0, l1, l2, l3;
    init l0;
    trans
        l0 -> l1 { },
        l1 -> l2 { },
        l2 -> l3 { },
        l0 -> l3 { };
}
)";

constexpr const char* independent = R"(// Independent processes: changing between them helps nobody.

process Process() {
    state l0, l1, l2, l3, l4;
    init l0;
    trans
        l0 -> l1 { },
        l1 -> l0 { },
        l1 -> l3 { },
        l0 -> l2 { },
        l2 -> l0 { },
        l0 -> l4 { },
        l4 -> l3 { },
        l1 -> l4 { };
}
)";

constexpr const char* interference = R"(// Two transitions that interfere, since both leave l1 of p1.
int[0, 1] i = 0, j = 0, k = 0;
chan a;

process T1() {
    state l1, l2;
    init l1;
    trans
        l1 -> l2 { guard i < 1; assign i = 1; },
        l1 -> l2 { guard j < 1; sync a!; };
}

process T2() {
    state l0, l1;
    init l0;
    trans
        l0 -> l1 { sync a?; assign k = 1; };
}
)";

constexpr const char* wheels = R"(// Two wheels with four positions each must be turned back and forth.
int[0, 3] v = 0, w = 0;

process Wheel(int[0, 3] &at) {
    state l0;
    init l0;
    trans
        l0 -> l0 { guard at == 0; assign at = 1; },
        l0 -> l0 { guard at == 0; assign at = 3; },
        l0 -> l0 { guard at == 1; assign at = 2; },
        l0 -> l0 { guard at == 1; assign at = 0; },
        l0 -> l0 { guard at == 2; assign at = 3; },
        l0 -> l0 { guard at == 2; assign at = 1; },
        l0 -> l0 { guard at == 3; assign at = 0; },
        l0 -> l0 { guard at == 3; assign at = 2; };
}

process Lock() {
    state l0, l1, l2, l3;
    init l0;
    trans
        l0 -> l1 { guard v == 2; },
        l1 -> l2 { guard w == 2; },
        l2 -> l3 { guard v == 0 && w == 0; };
}
)";

constexpr const char* spoilt_partner =
    R"(// The shorter way through b spoils the partner that the last step needs: the causal graph
// distance sees no way at all.
chan a, b;

process T1() {
    state l0, l1, l2, l3, l4, l5;
    init l0;
    trans
        l0 -> l1 { sync a!; },
        l1 -> l2 { sync a!; },
        l2 -> l3 { sync a!; },
        l3 -> l4 { sync a!; },
        l4 -> l5 { sync a!; },
        l0 -> l4 { sync b!; };
}

process T2() {
    state l0, l1;
    init l0;
    trans
        l0 -> l0 { sync a?; },
        l0 -> l1 { },
        l1 -> l1 { sync b?; };
}
)";

// P2, P3 and P4 of Fig. 5.6, which Fig. 5.8 shares: p4 needs p2 and p3, and these need p1.
constexpr const char* served = R"(
process Served(chan &from, chan &to) {
    state l0, l1;
    init l0;
    trans
        l0 -> l1 { sync from!; },
        l1 -> l1 { sync to?; };
}

process Last() {
    state l0, l1, l2;
    init l0;
    trans
        l0 -> l1 { sync c!; },
        l1 -> l2 { sync d!; };
}
)";

constexpr const char* shared_way =
    R"(// A long way of p1 that p2 and p3 share, and that the causal graph distance counts twice.
chan a, b, c, d;

process First() {
    state l0, l1, l2, l3, l4, l5, l6;
    init l0;
    trans
        l0 -> l1 { },
        l1 -> l2 { },
        l2 -> l3 { },
        l3 -> l4 { },
        l4 -> l5 { },
        l5 -> l6 { },
        l6 -> l6 { sync a?; },
        l6 -> l6 { sync b?; };
}
)";

constexpr const char* way_back =
    R"(// p1 must go back before it can serve the other: the causal graph distance does not count the way back.
chan a, b, c, d;

process First() {
    state l0, l1, l2;
    init l0;
    trans
        l0 -> l1 { },
        l1 -> l0 { },
        l0 -> l2 { },
        l2 -> l0 { },
        l1 -> l1 { sync a?; },
        l2 -> l2 { sync b?; };
}
)";

constexpr const char* lamp = R"(// A timed automaton with one clock.
clock x;
chan press;

process Lamp() {
    state l1, l2 { x <= 100 }, l3;
    init l1;
    trans
        l1 -> l2 { sync press?; assign x = 0; },
        l2 -> l3 { guard x >= 50; sync press?; },
        l2 -> l1 { },
        l3 -> l1 { };
}

process Finger() {
    state l0;
    init l0;
    trans
        l0 -> l0 { sync press!; };
}
)";

constexpr const char* pairwise =
    R"(// Figure 1 of Dräger, Finkbeiner and Podelski: three processes that synchronise pairwise.
chan a, b, c;

process T1() {
    state p1, p2, p3;
    init p1;
    trans
        p1 -> p2 { sync b!; },
        p2 -> p3 { sync a!; },
        p3 -> p3 { sync a!; },
        p3 -> p1 { sync a!; };
}

process T2() {
    state q1, q2, q3;
    init q1;
    trans
        q1 -> q2 { sync c!; },
        q1 -> q3 { sync a?; },
        q1 -> q2 { sync a?; },
        q2 -> q3 { sync a?; },
        q3 -> q3 { sync a?; };
}

process T3() {
    state r1, r2, r3;
    init r1;
    trans
        r1 -> r2 { sync b?; },
        r2 -> r3 { sync c?; },
        r1 -> r3 { sync c?; },
        r3 -> r1 { sync b?; };
}
)";

constexpr const char* gates = R"(// Figure 2 of Reffel and Edelkamp: part of a circuit, one gate at a time.
typedef int[0, 1] wire;
wire s1_0 = 1, s1_1 = 1, s1_2 = 1, s1_3 = 1, s1_4 = 1, s1_5 = 0;
wire s2_0 = 0, s2_1 = 0, s2_2 = 1, s2_3 = 0;

process And(wire &out, wire &a, wire &b) {
    state l;
    init l;
    trans
        l -> l { guard out == 0 && a == 1 && b == 1; assign out = 1; },
        l -> l { guard out == 1 && a == 0; assign out = 0; },
        l -> l { guard out == 1 && b == 0; assign out = 0; };
}

process Or(wire &out, wire &a, wire &b) {
    state l;
    init l;
    trans
        l -> l { guard out == 0 && a == 1; assign out = 1; },
        l -> l { guard out == 0 && b == 1; assign out = 1; },
        l -> l { guard out == 1 && a == 0 && b == 0; assign out = 0; };
}

process Nor(wire &out, wire &a, wire &b) {
    state l;
    init l;
    trans
        l -> l { guard out == 0 && a == 0 && b == 0; assign out = 1; },
        l -> l { guard out == 1 && a == 1; assign out = 0; },
        l -> l { guard out == 1 && b == 1; assign out = 0; };
}

process Input(wire &in) {
    state l;
    init l;
    trans
        l -> l { guard in == 0; assign in = 1; },
        l -> l { guard in == 1; assign in = 0; };
}
)";

struct Figure {
    std::string name;
    std::string text;  // declarations and templates
    std::vector<Member> members;
    std::vector<std::string> error;
    bool grows = false;  // --n is the number of processes
};

// Identical processes, and an error state with each of them at `location`.
Figure crowd(const std::string& name, const std::string& text, std::size_t first, std::size_t last,
             const std::string& location) {
    Figure figure{name, text, {}, {}, true};
    for (std::size_t i = first; i <= last; ++i) {
        figure.members.push_back({fmt::format("p{}", i), "Process()"});
        figure.error.push_back(fmt::format("p{}.{}", i, location));
    }
    return figure;
}

Figure circuit() {
    Figure figure{"reffel-2", gates, {}, {"s1_0 == 1", "s2_0 == 1"}};
    figure.members = {{"G10", "And(s1_0, s1_1, s1_2)"},
                      {"G20", "And(s2_0, s1_2, s2_1)"},
                      {"G11", "Or(s1_1, s1_3, s1_4)"},
                      {"G12", "Or(s1_2, s1_5, s2_2)"},
                      {"G21", "Nor(s2_1, s2_2, s2_3)"}};
    for (const char* input : {"s1_3", "s1_4", "s1_5", "s2_2", "s2_3"})
        figure.members.push_back({fmt::format("In_{}", input), fmt::format("Input({})", input)});
    return figure;
}

std::vector<Figure> figures(std::size_t n) {
    const std::vector<Member> alone{{"p", "T()"}}, two{{"p1", "T1()"}, {"p2", "T2()"}};
    const std::vector<Member> four{{"p1", "First()"}, {"p2", "Served(a, c)"}, {"p3", "Served(b, d)"}, {"p4", "Last()"}};
    return {crowd("3.1", up_and_down, 0, n, "l1"),
            {"3.3", detour, alone, {"p.lE"}},
            {"3.4-left", two_ways, alone, {"p.l3"}},
            {"3.4-right", direct_way, alone, {"p.l3"}},
            crowd("4.1", independent, 1, n, "l3"),
            {"4.2", interference, two, {"p1.l2", "p2.l1"}},
            {"5.1", wheels, {{"P1", "Wheel(v)"}, {"P2", "Wheel(w)"}, {"P3", "Lock()"}}, {"P3.l3"}},
            {"5.5", spoilt_partner, two, {"p1.l5"}},
            {"5.6", fmt::format("{}{}", shared_way, served), four, {"p4.l2"}},
            {"5.8", fmt::format("{}{}", way_back, served), four, {"p4.l2"}},
            {"6.1", lamp, {{"p", "Lamp()"}, {"User", "Finger()"}}, {"p.l3"}},
            {"draeger-1", pairwise, {{"P1", "T1()"}, {"P2", "T2()"}, {"P3", "T3()"}}, {"P1.p3", "P2.q3", "P3.r3"}},
            circuit()};
}

std::vector<std::string> figure_names() {
    std::vector<std::string> names;
    for (const Figure& figure : figures(1)) names.push_back(figure.name);
    return names;
}

std::string write_figures(const FamilyArguments& arguments, std::string& problem) {
    constexpr std::size_t usual = 3;
    const std::vector<Figure> all = figures(arguments.has("--n") ? arguments.number("--n") : usual);
    const Figure& figure =
        *std::find_if(all.begin(), all.end(), [&](const Figure& f) { return f.name == arguments.text("NAME"); });
    if (arguments.has("--n") && !figure.grows) {
        problem = fmt::format("figure {} has one size; --n is for 3.1 and 4.1", figure.name);
        return "";
    }
    return figure.text + system_text(figure.members) + query_text("The error of the figure.", figure.error, true);
}

const Registered<FamilyPlugin> registered_figures(
    families(),
    family("figure", "the example systems of the papers",
           "Wehrle; Dräger et al. (draeger-1); Reffel and Edelkamp (reffel-2)",
           {{.name = "NAME", .text = "the figure", .kind = FamilyParameter::Kind::choice, .choices = figure_names()},
            {.name = "--n",
             .text = "the largest number of a process in figures 3.1 and 4.1, otherwise 3",
             .least = 1,
             .most = 500}},
           write_figures));

}  // namespace
}  // namespace crowfly
