// Floating-point expressions: what is computed has the value that IEEE doubles give it, and what is not tracked keeps
// its side effects and run-time errors.
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "checked.hpp"
#include "network/compile/compile.hpp"
#include "property/compile.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

const std::string process = "process P() { state a, b; init a; trans a -> b { }; } system P;";

// The initial value of the last variable.
std::int32_t last_value(const std::string& declarations) {
    return network_of(declarations + process).slots.back().initial;
}

// Values of `f` for many arguments, as initial values of variables: the machine runs the compiled function.
template <class Expected>
void check_function(const std::string& function, const Expected& expected) {
    std::string text = function + "\n";
    for (int a = -20; a <= 20; ++a) {
        for (int b = -6; b <= 6; ++b) {
            if (b != 0) text += fmt::format("int32_t r{}_{} = f({}, {});\n", a + 20, b + 6, a, b);
        }
    }
    const Network network = network_of(text + process);
    std::size_t slot = network.processes.size();
    for (int a = -20; a <= 20; ++a) {
        for (int b = -6; b <= 6; ++b) {
            if (b == 0) continue;
            CHECK_MESSAGE(network.slots[slot].initial == static_cast<std::int32_t>(expected(a, b)), function, " of ", a,
                          ", ", b);
            ++slot;
        }
    }
}

}  // namespace

TEST_CASE("constants are computed before the model runs") {
    CHECK(last_value("int n = fint(2.9);") == 2);
    CHECK(last_value("int n = fint(-2.9);") == -2);
    CHECK(last_value("int n = fint(round(2.5));") == 3);
    CHECK(last_value("int n = fint(ceil(2.1)) + fint(floor(-2.1)) + fint(trunc(-0.9));") == 0);
    CHECK(last_value("const double half = 0.5; const int N = 9; int n = fint(N * half);") == 4);
    CHECK(last_value("const int N = 9; const double third = N / 3.0; int n = fint(third * 2);") == 6);
    CHECK(last_value("const int N = 7; const double d = N; int n = fint(d / 2 * 2);") == 7);
    CHECK(last_value("const int N = 16; int n = fint(sqrt(N) + pow(2, 3) + fabs(-1.5) * 2);") == 15);
    CHECK(last_value("int n = fint(M_PI * 100);") == 314);
    CHECK(last_value("const double limit = 2.5; bool p = limit > 2 && 0.5 + 0.5 == 1;") == 1);
    CHECK(last_value("int a[fint(3.7)]; int n = isnan(sqrt(-1.0)) + 2 * isfinite(1.0);") == 3);
}

TEST_CASE("rounded quotients of integers are those of floating-point numbers") {
    check_function("int f(int a, int b) { return fint(round(a / (b * 1.0))); }",
                   [](double a, double b) { return std::round(a / b); });
    check_function("int f(int a, int b) { return fint(floor(1.0 * a / b)); }",
                   [](double a, double b) { return std::floor(a / b); });
    check_function("int f(int a, int b) { return fint(ceil(1.0 * a / b)); }",
                   [](double a, double b) { return std::ceil(a / b); });
    check_function("int f(int a, int b) { return fint(1.0 * a / b); }",
                   [](double a, double b) { return std::trunc(a / b); });
    check_function("int f(int a, int b) { return fint(round((a * 30 + 1.0) / b) - 2.0 * a); }",
                   [](double a, double b) { return std::round((a * 30 + 1) / b) - 2 * a; });
}

TEST_CASE("integers are kept, and divided as integers where both sides are integers") {
    CHECK(last_value("int f(int a) { return fint(round(a * 30 / 100)); } int n = f(9);") == 2);
    CHECK(last_value("int f(int a) { return fint(round(a * 30 / 100.0)); } int n = f(9);") == 3);
}

TEST_CASE("other expressions of few integers have a table") {
    check_function("int f(int[-20,20] a, int[-6,6] b) { return fint(round(a * 0.3 + b * 0.1)); }",
                   [](double a, double b) { return std::round(a * 0.3 + b * 0.1); });
    check_function("int f(int[-20,20] a, int[-6,6] b) { return a * 0.1 < b / 3.0 ? 1 : 0; }",
                   [](double a, double b) { return a * 0.1 < b / 3.0 ? 1 : 0; });
    const Network network = network_of(
        "int i, j; process P() { state a; init a; trans a -> a { assign i = fint(i * 0.3 + j * 0.7); }; } system P;");
    CHECK(network.edges[0].obstacle >= 0);
}

TEST_CASE("a clock starts at a whole number, however that is written") {
    CHECK(network_of("clock x = 18.0; " + process).clocks[1].initial == 18);
    CHECK(network_of("const double d = 4.5; clock x = 2 * d; " + process).clocks[1].initial == 9);
    const Network fraction = network_of("clock x = 0.3; " + process);
    REQUIRE(fraction.obstacles.size() == 1);
    CHECK(fraction.obstacles[0].reason == "clocks can only be set to integers, and 0.3 is none");
    CHECK(network_of("const int N = 3; clock x = N / 2.0; " + process).obstacles.size() == 1);
}

TEST_CASE("clocks are compared with and set to whole numbers") {
    const Network network = network_of(R"(
        clock x; const double limit = 7.0; const int N = 4;
        process P() { state a { x <= limit }, b; init a;
            trans a -> b { guard x >= 2.5 + 0.5; assign x = N / 2.0; }, b -> a { guard x - 0.5 < 1.0; }; }
        system P;)");
    REQUIRE(network.constraints.size() == 2);
    CHECK(network.constraints[0].bound.least == 7);
    CHECK(network.constraints[1].bound.least == 3);
    CHECK(network.edges[0].obstacle < 0);
    CHECK(network.edges[1].obstacle >= 0);
}

TEST_CASE("assignments to floating-point variables are left out") {
    const Network network = network_of(R"(
        double d, e[3]; int i; clock x;
        double twice(double v) { double w = v; i++; return 2 * w; }
        void nothing(double& v) { v = v + 1; }
        process P() { state a; init a;
            trans a -> a { assign d = d * random(2.0) + x; }, a -> a { assign d += sqrt(i), d++, nothing(d); },
                  a -> a { assign d = twice(d); }, a -> a { assign e[i] = 1.5; },
                  a -> a { assign i = fint(d); }, a -> a { guard d > 2; }; }
        system P;)");
    REQUIRE(network.edges.size() == 6);
    CHECK(network.edges[0].obstacle < 0);
    CHECK(network.edges[0].footprint.reads.count() == 1);  // where the process is
    CHECK(network.edges[0].footprint.clock_reads.empty());
    CHECK(network.edges[1].obstacle < 0);
    CHECK(network.edges[2].obstacle < 0);
    CHECK(network.edges[2].footprint.writes.count() == 1);  // i, by the function
    CHECK(network.edges[3].obstacle < 0);
    CHECK(network.edges[3].footprint.reads.count() == 2);  // the index is looked at
    CHECK(network.edges[4].obstacle >= 0);
    CHECK(network.edges[5].obstacle >= 0);
}
