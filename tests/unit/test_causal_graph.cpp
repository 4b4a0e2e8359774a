// The causal graph distance of small networks, worked out by hand: parts add up, also where one partner is needed
// twice.
#include <doctest/doctest.h>

#include "heuristic/registry.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

Estimate distance(const std::string& text, const std::string& query) {
    const Asked asked(text, query);
    const Goal goal{asked.network(), as_reach(*asked.query).formula, true};
    return make_heuristic(goal, {"hcg", {}, {}})->estimate(initial_slots(asked.network()));
}

// P needs both switches on, which takes one step of each; then two steps of its own.
constexpr const char* switches = R"(
    bool s, t;
    process S() { state a; init a; trans a -> a { assign s = 1; }; }
    process T() { state a; init a; trans a -> a { assign t = 1; }; }
    process P() { state a, b, c; init a; trans a -> b { guard s && t; }, b -> c { }; }
    system S, T, P;
)";

// Q sends three times, and walks to one place for the first and the last time and to another one in between.
constexpr const char* partner = R"(
    chan here, there;
    process P() { state a, b, c, d; init a; trans a -> b { sync here?; }, b -> c { sync there?; },
        c -> d { sync here?; }; }
    process Q() {
        state x, y;
        init x;
        trans x -> y { }, y -> x { }, x -> x { sync here!; }, y -> y { sync there!; };
    }
    system P, Q;
)";

// Two counters that nobody else touches.
constexpr const char* counters = R"(
    int[0, 2] a, b;
    process A() { state s; init s; trans s -> s { guard a < 2; assign a = a + 1; }; }
    process B() { state s; init s; trans s -> s { guard b < 2; assign b = b + 1; }; }
    system A, B;
)";

}  // namespace

TEST_CASE("what estimates take is counted, alike for the same state") {
    const Asked asked(switches, "E<> P.c");
    const Goal goal{asked.network(), as_reach(*asked.query).formula, true};
    for (const char* name : {"hcg", "hU", "hL"}) {
        CAPTURE(name);
        const std::unique_ptr<Heuristic> heuristic = make_heuristic(goal, {name, {}, {}});
        const std::uint64_t before = heuristic->steps();
        heuristic->estimate(initial_slots(asked.network()));
        CHECK(heuristic->steps() > before);
    }
    const std::unique_ptr<Heuristic> relaxed = make_heuristic(goal, {"hU", {}, {}});
    relaxed->estimate(initial_slots(asked.network()));
    const std::uint64_t once = relaxed->steps();
    relaxed->estimate(initial_slots(asked.network()));
    CHECK(relaxed->steps() == 2 * once);
}

TEST_CASE("the conditions of one step add up") {
    CHECK(distance(switches, "E<> s == 1") == 1);
    CHECK(distance(switches, "E<> P.b") == 3);
    CHECK(distance(switches, "E<> P.c") == 4);
}

TEST_CASE("the parts of the goal add up") {
    CHECK(distance(switches, "E<> s && t") == 2);
    CHECK(distance(switches, "E<> s && P.c") == 5);
    CHECK(distance(switches, "E<> s || t") == 1);
}

TEST_CASE("what one comparison asks of several variables adds up") {
    CHECK(distance(counters, "E<> a + b == 4") == 4);
    CHECK(distance(counters, "E<> a + b == 1") == 1);
}

TEST_CASE("a partner is followed to where it has to be, from where it was left") {
    CHECK(distance(partner, "E<> P.b") == 1);
    CHECK(distance(partner, "E<> P.c") == 3);
    CHECK(distance(partner, "E<> P.d") == 5);
}
