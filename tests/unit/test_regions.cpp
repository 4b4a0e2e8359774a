// When the ends of a loop are the same as far as any guard can tell; and that a loop that does not close is no lasso.
#include <doctest/doctest.h>

#include "support.hpp"
#include "trace/checker/replay.hpp"
#include "trace/regions.hpp"

using namespace crowfly;

namespace {

// Clocks x and y matter up to 2; the variable n is counted but nobody reads it.
constexpr const char* model = R"(
    clock x, y;
    int[0, 3] n;
    process P() {
        state a, b;
        init a;
        trans a -> b { guard x <= 2 && y <= 2; }, b -> a { assign n = (n + 1) % 4; };
    }
    system P;
)";

struct Compared {
    std::string differ(const ConcreteState& a, const ConcreteState& b, const SlotSet* slots = nullptr) const {
        return Regions(asked.network(), *asked.query).differ(a, b, slots);
    }

    Asked asked{model, "E[] n >= 0"};
    static ConcreteState at(std::int32_t location, std::int32_t n, Rational x, Rational y) {
        return {{location, n}, {0, x, y}, 0};
    }
};

const Rational half(1, 2), quarter(1, 4);

}  // namespace

TEST_CASE("states differ in a location, in a variable that is compared, in the whole part of a clock") {
    const Compared c;
    const ConcreteState here = Compared::at(0, 0, half, 1);
    CHECK(c.differ(here, here).empty());
    CHECK(c.differ(here, Compared::at(1, 0, half, 1)) == "`P` is not the same at both ends of the loop");
    CHECK(c.differ(here, Compared::at(0, 1, half, 1)) == "`n` is not the same at both ends of the loop");
    SlotSet locations;
    locations.add(0, 1);
    CHECK(c.differ(here, Compared::at(0, 1, half, 1), &locations).empty());
    CHECK(c.differ(here, Compared::at(0, 0, half + 1, 1)) == "the clock `x` is not the same at both ends of the loop");
    CHECK(c.differ(here, Compared::at(0, 0, half, 2)) == "the clock `y` is not the same at both ends of the loop");
}

TEST_CASE("fractions count by whether they are zero and by their order") {
    const Compared c;
    const ConcreteState here = Compared::at(0, 0, quarter, half);
    CHECK(c.differ(here, Compared::at(0, 0, Rational(1, 3), Rational(2, 3))).empty());
    CHECK_FALSE(c.differ(here, Compared::at(0, 0, half, quarter)).empty());
    CHECK_FALSE(c.differ(here, Compared::at(0, 0, half, half)).empty());
    CHECK_FALSE(c.differ(here, Compared::at(0, 0, 0, half)).empty());
}

TEST_CASE("beyond the largest constant a clock has no value, but it is told from the constant itself") {
    const Compared c;
    CHECK(c.differ(Compared::at(0, 0, half, Rational(5, 2)), Compared::at(0, 0, half, 9)).empty());
    CHECK_FALSE(c.differ(Compared::at(0, 0, half, 2), Compared::at(0, 0, half, Rational(5, 2))).empty());
    CHECK_FALSE(c.differ(Compared::at(0, 0, half, 2), Compared::at(0, 0, half, 3)).empty());
}

TEST_CASE("a loop that does not close is rejected, one that does is accepted") {
    const Compared c;
    Trace trace;
    trace.initial = Compared::at(0, 0, 0, 0);
    for (std::int32_t round = 0; round < 4; ++round) {
        trace.steps.push_back({{0, {0, {}, {{0, {}}}}}, Compared::at(1, round, 0, 0)});
        trace.steps.push_back({{0, {0, {}, {{1, {}}}}}, Compared::at(0, (round + 1) % 4, 0, 0)});
    }
    trace.ending = Trace::Ending::lasso;
    trace.loop = 0;
    const Claim claim{&*c.asked.query};
    CHECK_FALSE(replay(c.asked.network(), trace, claim));
    trace.steps.resize(6);
    std::optional<Rejection> rejected = replay(c.asked.network(), trace, claim);
    REQUIRE(rejected);
    CHECK(rejected->reason == "`n` is not the same at both ends of the loop");
    trace.loop = 5;
    rejected = replay(c.asked.network(), trace, claim);
    REQUIRE(rejected);
    CHECK(rejected->reason == "`P` is not the same at both ends of the loop");
    trace.loop = 6;
    rejected = replay(c.asked.network(), trace, claim);
    REQUIRE(rejected);
    CHECK(rejected->reason == "the loop has no steps");
}
