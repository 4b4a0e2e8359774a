// Context bounding finds what takes the fewest changes of context, however far it is; and says how many that were.
#include <doctest/doctest.h>

#include "engine/engine.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// Odd and Even count n up in turns, which takes 4 steps and 3 changes of process. Slow gets there alone, in 7 steps.
constexpr const char* counting = R"(
    int[0, 4] n;
    int[0, 6] m;
    process Even() { state s; init s; trans s -> s { guard n == 0 || n == 2; assign n = n + 1; }; }
    process Odd() { state s; init s; trans s -> s { guard n == 1 || n == 3; assign n = n + 1; }; }
    process Slow() { state s, t; init s; trans s -> s { guard m < 6; assign m = m + 1; },
        s -> t { guard m == 6; assign n = 4; }; }
    system Even, Odd, Slow;
)";

// Each has two steps that nobody else has to do with.
constexpr const char* apart = R"(
    process P() { state a, b, c; init a; trans a -> b { }, b -> c { }; }
    process Q() { state a, b, c; init a; trans a -> b { }, b -> c { }; }
    process R() { state a, b, c; init a; trans a -> b { }, b -> c { }; }
    system P, Q, R;
)";

Answer bounded(const char* model, const std::string& query, std::uint32_t interference) {
    const Asked asked(model, query);
    Settings settings;
    settings.search = "ib";
    settings.guidance.heuristic = {"hL", {}, {}};
    settings.guidance.bounding = ContextBound{interference};
    const Limits limits;
    SilentObserver quiet;
    return engine_named("discrete").decide({asked.network(), *asked.query, settings, limits, quiet});
}

}  // namespace

TEST_CASE("the path with the fewest changes of process is found, even if it is longer") {
    const Answer answer = bounded(counting, "E<> n == 4", 0);
    REQUIRE(answer.witness);
    CHECK(answer.witness->length == 7);
    CHECK(answer.preference->switches == 0);
    REQUIRE_FALSE(answer.preference->queues.empty());
    CHECK(answer.preference->queues[0].name == "after 0 changes of context");
    for (std::size_t i = 1; i < answer.preference->queues.size(); ++i) CHECK(answer.preference->queues[i].popped == 0);
}

TEST_CASE("with contexts by interference, those who share a variable are in one context") {
    const Answer answer = bounded(counting, "E<> n == 4", 1);
    REQUIRE(answer.witness);
    CHECK(answer.witness->length == 4);
    CHECK(answer.preference->switches == 0);
}

TEST_CASE("changes of context are counted along the path") {
    for (const std::uint32_t interference : {0U, 1U}) {
        CAPTURE(interference);
        CHECK(bounded(apart, "E<> P.c", interference).preference->switches == 0);
        CHECK(bounded(apart, "E<> P.c && Q.c", interference).preference->switches == 1);
        const Answer all = bounded(apart, "E<> P.c && Q.c && R.c", interference);
        CHECK(all.preference->switches == 2);
        CHECK(all.witness->length == 6);
        REQUIRE(all.preference->queues.size() >= 3);
        CHECK(all.preference->queues[2].name == "after 2 changes of context");
    }
}
