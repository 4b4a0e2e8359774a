// Shortening a path to a state: what is left out, what stays, and what is found around the path.
#include <doctest/doctest.h>

#include "support.hpp"
#include "trace/shorter/editable_path.hpp"
#include "trace/shorter/shorten.hpp"
#include "trace/shorter/window_search.hpp"
#include "trace/witnesses/witnesses.hpp"

using namespace crowfly;

namespace {

constexpr std::uint64_t plenty = 500'000'000;

// The trace along these discrete states after it was shortened, which has been replayed.
Witness shortened_trace(const Asked& asked, const Path& path, std::uint64_t effort = plenty, bool thorough = false) {
    const Limits limits;
    SilentObserver silent;
    TraceOptions options;
    options.shorten = true;
    options.shortening = effort;
    options.thorough = thorough;
    Witness witness = witness_of_state({asked.network(), *asked.query, options, limits, silent}, path, {});
    REQUIRE_MESSAGE(witness.run != nullptr, witness.remark);
    return witness;
}

// One process with one location that changes a number.
Path numbers(const std::vector<std::int32_t>& values) {
    Path path;
    for (const std::int32_t value : values) path.push_back({0, value});
    return path;
}

std::vector<std::int32_t> up_to(std::int32_t last) {
    std::vector<std::int32_t> values;
    for (std::int32_t value = 0; value <= last; ++value) values.push_back(value);
    return values;
}

constexpr const char* up_and_down = R"(
    int[0, 9] n;
    process P() { state a; init a; trans a -> a { guard n < 9; assign n++; }, a -> a { guard n > 0; assign n--; }; }
    system P;
)";

// Every step takes a time unit. Long steps are possible in the first three of them.
constexpr const char* steps_in_time = R"(
    int[0, 99] n;
    clock x, y;
    process P() { state a; init a; trans
        a -> a { guard x >= 1 && n < 99; assign n++, x = 0; },
        a -> a { guard x >= 1 && y <= 3 && n < 93; assign n = n + 7, x = 0; }; }
    system P;
)";

constexpr const char* broadcast = R"(
    broadcast chan go;
    process Sender(const int[0, 1] i) { state waits, sent; init waits; trans waits -> sent { sync go!; }; }
    process Lamp() { state off, on; init off; trans off -> on { sync go?; }; }
    system Sender, Lamp;
)";

// A long way and a short one of six transitions, beside twenty others that go to and fro.
constexpr const char* two_ways = R"(
    process P() { state a0, a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, b3, b4, b5; init a0; trans
        a0 -> a1 {}, a1 -> a2 {}, a2 -> a3 {}, a3 -> a4 {}, a4 -> a5 {}, a5 -> a6 {}, a6 -> a7 {}, a7 -> a8 {},
        a0 -> b1 {}, b1 -> b2 {}, b2 -> b3 {}, b3 -> b4 {}, b4 -> b5 {}, b5 -> a8 {}; }
    process Other(const int[0, 19] i) { state here, there; init here; trans here -> there {}, there -> here {}; }
    system P, Other;
)";

Path the_long_way() {
    Path path;
    for (std::int32_t location = 0; location <= 8; ++location) {
        path.emplace_back(21, 0);
        path.back()[0] = location;
    }
    return path;
}

}  // namespace

TEST_CASE("what lies between two visits of a state is left out") {
    const Asked asked(up_and_down, "E<> n == 3");
    const Witness witness = shortened_trace(asked, numbers({0, 1, 2, 1, 2, 3, 4, 3, 2, 1, 0, 1, 2, 3}));
    CHECK(witness.run->steps.size() == 3);
    CHECK(witness.shortened_from == 13);
}

TEST_CASE("without effort a path stays as it is") {
    const Asked asked(up_and_down, "E<> n == 3");
    const Witness witness = shortened_trace(asked, numbers({0, 1, 2, 1, 2, 3}), 0);
    CHECK(witness.run->steps.size() == 5);
    CHECK_FALSE(witness.shortened_from.has_value());
}

TEST_CASE("a visit of the same state stays if time has to pass meanwhile") {
    const Asked asked(R"(
        clock x, y;
        process P() { state a { x <= 1 }; init a; trans a -> a { guard x >= 1; assign x = 0; }; }
        system P;)",
                      "E<> y >= 5");
    CHECK(shortened_trace(asked, Path(11, {0})).run->steps.size() == 4);
}

TEST_CASE("a shorter path is found among the states around") {
    const Asked asked(R"(
        int[0, 99] n;
        process P() { state a; init a; trans
            a -> a { guard n < 99; assign n++; }, a -> a { guard n < 93; assign n = n + 7; }; }
        system P;)",
                      "E<> n == 49");
    CHECK(shortened_trace(asked, numbers(up_to(49))).run->steps.size() == 7);
}

TEST_CASE("among the states around only what clocks allow is a path") {
    const Asked asked(steps_in_time, "E<> n == 49");
    CHECK(shortened_trace(asked, numbers(up_to(49))).run->steps.size() == 31);
}

TEST_CASE("who has time searches between states of the path") {
    const Asked asked(two_ways, "E<> P.a8");
    CHECK(shortened_trace(asked, the_long_way()).run->steps.size() == 8);
    CHECK(shortened_trace(asked, the_long_way(), 4 * plenty, true).run->steps.size() == 6);
}

TEST_CASE("the distance between states counts locations and values") {
    const Asked asked(R"(
        int[0, 9] n;
        process P() { state a, b, c; init a; trans a -> b {}, b -> c {}, c -> b {}; }
        process Q() { state a, b, c; init a; trans a -> b {}, b -> c {}, c -> b {}; }
        system P, Q;)",
                      "E<> P.c");
    StateDistance distance(asked.network());
    distance.aim_at(std::vector<std::int32_t>{2, 1, 4}, {2});
    CHECK(distance.least(std::vector<std::int32_t>{0, 0, 0}) == 2);
    CHECK(distance.estimate(std::vector<std::int32_t>{0, 0, 0}) == 4);
    CHECK(distance.least(std::vector<std::int32_t>{2, 1, 0}) == 0);
    CHECK(distance.estimate(std::vector<std::int32_t>{2, 1, 4}) == 0);
    distance.aim_at(std::vector<std::int32_t>{0, 1, 4}, {2});
    CHECK(distance.least(std::vector<std::int32_t>{1, 1, 4}) == StateDistance::unreachable);
}

TEST_CASE("a transition left out may have others fire with other receivers") {
    const Asked asked(broadcast, "E<> Lamp.on && Sender(1).sent");
    Destination destination;
    destination.formula = &as_reach(*asked.query).formula;
    const Path path{{0, 0, 0}, {1, 0, 1}, {1, 1, 1}};
    const std::optional<SymbolicPath> symbolic = retrace(asked.network(), path, destination);
    REQUIRE(symbolic.has_value());
    const Limits limits;
    ShorteningBudget budget(asked.network(), limits, plenty);
    EditablePath edited(asked.network(), *symbolic, destination, budget);
    CHECK_FALSE(edited.leave_out(0, 1));  // the lamp would be off
    CHECK_FALSE(edited.eliminate(0));
    CHECK(edited.length() == 2);
    CHECK(edited.eliminate_and_adapt(0));
    REQUIRE(edited.length() == 1);
    CHECK(edited.slots(1) == std::vector<std::int32_t>{0, 1, 1});
    CHECK(edited.firings()[0].participants.size() == 2);
}

TEST_CASE("a transition is left out together with those that need it") {
    const Asked asked(R"(
        process P() { state a, b, c; init a; trans a -> b { }, b -> c { }; }
        process Q() { state a, b, c; init a; trans a -> b { }, b -> c { }; }
        system P, Q;)",
                      "E<> Q.c");
    Destination destination;
    destination.formula = &as_reach(*asked.query).formula;
    const Path path{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}};
    const std::optional<SymbolicPath> symbolic = retrace(asked.network(), path, destination);
    REQUIRE(symbolic.has_value());
    const Limits limits;
    ShorteningBudget budget(asked.network(), limits, plenty);
    EditablePath edited(asked.network(), *symbolic, destination, budget);
    CHECK_FALSE(edited.eliminate(1));
    CHECK(edited.eliminate(0));
    REQUIRE(edited.length() == 2);
    CHECK(edited.slots(2) == std::vector<std::int32_t>{0, 2});
}

TEST_CASE("effort limits what is spent") {
    const Asked asked(steps_in_time, "E<> n == 49");
    const Limits limits;
    ShorteningBudget budget(asked.network(), limits, 10'000);
    CHECK_FALSE(budget.is_over());
    budget.spend(2, 1);
    CHECK_FALSE(budget.is_over());
    CHECK(budget.left() < 10'000);
    budget.spend(100, 100);
    CHECK(budget.is_over());
    CHECK(budget.left() == 0);
}
