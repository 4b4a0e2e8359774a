// The graph distances of small networks, worked out by hand: dL is the longest way of a process, dU the sum of all.
#include <doctest/doctest.h>

#include "heuristic/registry.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// The distances do not look at guards; one way of P to d takes three edges, the other one two.
constexpr const char* ways = R"(
    int n;
    process P() { state a, b, c, d, e; init a; trans a -> b { }, b -> c { guard n > 0; }, c -> d { }, b -> d { }; }
    process Q() { state x, y, z; init x; trans x -> y { guard n > 1; }, y -> z { }, z -> x { }; }
    system P, Q;
)";

Estimate distance(const char* heuristic, const std::string& query) {
    const Asked asked(ways, query);
    const Goal goal{asked.network(), as_reach(*asked.query).formula, true};
    return make_heuristic(goal, {heuristic, {}, {}})->estimate(initial_slots(asked.network()));
}

}  // namespace

TEST_CASE("the distance of a process is the number of edges on its shortest path") {
    for (const char* heuristic : {"dL", "dU"}) {
        CHECK(distance(heuristic, "E<> P.a") == 0);
        CHECK(distance(heuristic, "E<> P.b") == 1);
        CHECK(distance(heuristic, "E<> P.c") == 2);
        CHECK(distance(heuristic, "E<> P.d") == 2);
        CHECK(distance(heuristic, "E<> P.e") == dead_end);
    }
}

TEST_CASE("dL takes the longest way of several processes, dU adds them up") {
    CHECK(distance("dL", "E<> P.b && Q.z") == 2);
    CHECK(distance("dU", "E<> P.b && Q.z") == 3);
    CHECK(distance("dL", "E<> P.d && Q.z") == 2);
    CHECK(distance("dU", "E<> P.d && Q.z") == 4);
    CHECK(distance("dU", "E<> P.e && Q.z") == dead_end);
}

TEST_CASE("of several alternatives the nearest counts") {
    CHECK(distance("dL", "E<> P.d || Q.y") == 1);
    CHECK(distance("dU", "E<> P.e || Q.z") == 2);
}
