#include "network/pruning/bystanders.hpp"

#include <doctest/doctest.h>

#include <array>

#include "unit/support.hpp"

using namespace crowfly;

namespace {

// A lamp, a lamplighter, and a moth that comes when the lamp is lit and counts, as the lamplighter does, what nobody
// reads.
std::string lamp(const std::string& moth) {
    return R"(
        broadcast chan lit;
        int[0,1] light = 0;
        int counted = 0;
        process Lighter() {
            clock x;
            state off { x <= 9 }, on { x <= 9 };
            init off;
            trans off -> on { guard x >= 5; sync lit!; assign light = 1, counted++, x = 0; },
                  on -> off { guard x >= 5; assign light = 0, x = 0; };
        }
        process Moth() {
            clock y;)" +
           moth + R"(
        }
        system Lighter, Moth;
    )";
}

std::vector<bool> bystanders(const std::string& model, const std::string& query, Bystanders which) {
    const Asked asked(model, query);
    return find_bystanders(asked.network(), std::array<const Formula*, 1>{&as_reach(*asked.query).formula}, which);
}

const std::string gentle = R"(
    state away, near { y <= 3 }, resting { y <= 2 };
    init away;
    trans away -> near { sync lit?; assign y = 0, counted++; },
          near -> resting { guard y >= 3 && light == 1; assign y = 0; },
          near -> away { guard y >= 2 && light == 0; },
          resting -> near { guard y == 2; assign y = 0; };
)";

using Leaves = std::vector<bool>;

}  // namespace

TEST_CASE("who only looks on is a bystander, unless asked for") {
    CHECK(bystanders(lamp(gentle), "E<> Lighter.on", Bystanders::any) == Leaves{false, true});
    CHECK(bystanders(lamp(gentle), "E<> Lighter.on", Bystanders::time_divergent) == Leaves{false, true});
    CHECK(bystanders(lamp(gentle), "E<> Moth.near", Bystanders::any) == Leaves{false, false});
    CHECK(bystanders(lamp(gentle), "E<> counted > 3", Bystanders::any) == Leaves{false, false});
    CHECK(bystanders(lamp(gentle), "E<> Lighter.on && deadlock", Bystanders::any) == Leaves{false, false});
}

TEST_CASE("bystanders that block time matter to runs") {
    const std::string stops_time =
        "state away, near { y <= 3 }; init away; trans away -> near { sync lit?; assign y = 0; }, near -> away { guard "
        "y >= 3 && light == 1; };";
    const std::string hurries = "state away, near; init away; trans away -> near { sync lit?; }, near -> near { };";
    const std::string may_not_arrive =
        "state away, near { y <= 3 }; init away; trans away -> near { sync lit?; }, near -> away { };";
    const std::string waits_for_others =
        "state away, near { y <= 3 }; init away; trans away -> near { sync lit?; assign y = 0; }, near -> away { sync "
        "lit?; };";
    for (const std::string& moth : {stops_time, hurries, may_not_arrive, waits_for_others}) {
        CAPTURE(moth);
        CHECK(bystanders(lamp(moth), "E<> Lighter.on", Bystanders::any) == Leaves{false, true});
        CHECK(bystanders(lamp(moth), "E<> Lighter.on", Bystanders::time_divergent) == Leaves{false, false});
    }
}

TEST_CASE("what is left of a network without bystanders moves as before") {
    const Asked asked(lamp(gentle), "E<> Lighter.on");
    const Network reduced = without_processes(asked.network(), {false, true});
    CHECK(reduced.transitions.size() == 2);
    CHECK(reduced.receivers.empty());
    CHECK(reduced.slots.size() == asked.network().slots.size());
    CHECK(reduced.location(0, 0).invariant.constraints.count == 1);
    CHECK(reduced.location(1, 1).invariant.constraints.count == 0);
}

// While P is committed S may only send because R, who is committed as well, receives.
TEST_CASE("who lets others send while he is committed is no bystander") {
    const std::string model = R"(
        broadcast chan a, b;
        process P() { state w, c; commit c; init w; trans w -> c { sync b!; }, c -> w { }; }
        process S() { state s, t; init s; trans s -> t { sync a!; }; }
        process R() { state r, q, o; commit q; init r; trans r -> q { sync b?; }, q -> o { sync a?; }, q -> o { }; }
        system P, S, R;
    )";
    CHECK(bystanders(model, "E<> P.c && S.t", Bystanders::any) == Leaves{false, false, false});
    CHECK(bystanders(model, "E<> P.c", Bystanders::any) == Leaves{false, true, true});
}

// What the rate would do to x is not in its footprint.
TEST_CASE("who cannot be handled is no bystander") {
    const std::string model = R"(
        clock x;
        process P() { state p, q; init p; trans p -> q { guard x >= 3; }; }
        process B() { state b, f { x' == 2 }; init b; trans b -> f { }; }
        system P, B;
    )";
    CHECK(bystanders(model, "E<> P.q", Bystanders::any) == Leaves{false, false});
}
