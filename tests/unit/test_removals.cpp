// The edges that are removed together with a transition, worked out by hand.
#include <doctest/doctest.h>

#include "heuristic/removals.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// Edges are numbered in the order in which they are written: those of a process by their source.
constexpr const char* text = R"(
    int n, m;
    clock x;
    process P() {
        state a, b, c;
        init a;
        trans a -> b { assign n = 1, x = 0; },
            b -> c { guard n > 0; },
            b -> a { guard x > 2; },
            c -> a { assign m = n; },
            c -> b { };
    }
    process Q() { state q; init q; trans q -> q { guard n == 0; }, q -> q { guard m == 0; }; }
    system P, Q;
)";

std::vector<EdgeIndex> removed(Removal kind, const std::vector<EdgeIndex>& edges, const char* model = text) {
    const Asked asked(model, "E<> P.b");
    return Removals(asked.network(), kind).of(edges).edges;
}

using Edges = std::vector<EdgeIndex>;

constexpr const char* loops = R"(
    int n, m;
    process P() {
        state a, b;
        init a;
        trans a -> b { },
            b -> b { guard n == 0; assign n = 1; },
            b -> b { guard n == 1; assign m = 1; },
            b -> a { guard m == 1; };
    }
    process Q() { state q; init q; trans q -> q { assign n = 0; }, q -> q { assign m = 0; }; }
    system P, Q;
)";

}  // namespace

TEST_CASE("in the plain form a transition is removed alone") {
    for (EdgeIndex edge = 0; edge < 7; ++edge) CHECK(removed(Removal::plain, {edge}) == Edges{edge});
}

TEST_CASE("with a transition go those that its target and what it sets serve") {
    CHECK(removed(Removal::guards, {0}) == Edges{0, 1, 2, 4, 5});  // the guards of 1 and 5 read n, that of 2 reads x
    CHECK(removed(Removal::updates, {0}) == Edges{0, 1, 2, 3, 4, 5});  // the update of 3 reads n
    CHECK(removed(Removal::guards, {1}) == Edges{1});
    CHECK(removed(Removal::guards, {3}) == Edges{2, 3, 6});  // 2 leads to a as well, the guard of 6 reads m
    CHECK(removed(Removal::guards, {1, 3}) == Edges{1, 2, 3, 6});
}

TEST_CASE("an edge that stays at its location is removed with those alone that it enables, and enables no location") {
    CHECK(removed(Removal::guards, {0}, loops) == Edges{0});        // not 1 and 2, although they end at b as well
    CHECK(removed(Removal::guards, {1}, loops) == Edges{1, 2});     // 2 reads n; 0 leads to b, but 1 does not
    CHECK(removed(Removal::guards, {2}, loops) == Edges{2, 3});     // 3 reads m
    CHECK(removed(Removal::guards, {4}, loops) == Edges{1, 2, 4});  // 5 stays at q like 4, and shares nothing
    CHECK(removed(Removal::guards, {5}, loops) == Edges{3, 5});
}
