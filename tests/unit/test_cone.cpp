// The strategy `cone`: processes that cannot influence the query are left out of the exact search, and put back into
// what it finds.
#include <doctest/doctest.h>

#include <algorithm>

#include "network/analyses/distinction.hpp"
#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"
#include "support.hpp"
#include "trace/runs/retrace.hpp"

using namespace crowfly;

namespace {

StrategyTask task_of(const Asked& asked, const Distinction& distinction) {
    StrategyTask task{asked.network(), as_reach(*asked.query).formula, {}};
    task.options.wanted = as_reach(*asked.query).exists;
    task.options.compared = &distinction;
    return task;
}

SearchResult by_cone(const Asked& asked) {
    const Distinction distinction(asked.network(), slots_read(*asked.query));
    const StrategyTask task = task_of(asked, distinction);
    SilentObserver silent;
    return strategies().find("cone")->run(task, {}, silent);
}

SearchResult by_breadth(const Asked& asked) {
    const Distinction distinction(asked.network(), slots_read(*asked.query));
    const StrategyTask task = task_of(asked, distinction);
    SilentObserver silent;
    return search(task.network, task.formula, task.options, {}, silent);
}

bool is_path(const Asked& asked, const Path& path) {
    Destination destination;
    destination.formula = &as_reach(*asked.query).formula;
    destination.wanted = as_reach(*asked.query).exists;
    return retrace(asked.network(), path, destination).has_value();
}

// Two processes take turns, while three others count what nobody else reads.
constexpr const char* counters = R"(
chan pass;
int[0, 4] turns;
int[0, 5] count[3];
process A() {
    clock x;
    state a, b;
    init a;
    trans a -> b { guard x >= 1; sync pass!; assign x = 0; }, b -> a { sync pass?; };
}
process B() {
    state a, b;
    init a;
    trans a -> b { sync pass?; assign turns = turns < 4 ? turns + 1 : 4; }, b -> a { sync pass!; };
}
process Counter(const int[0, 2] i) {
    clock y;
    state s { y <= 3 };
    init s;
    trans s -> s { guard y >= 1 && count[i] < 5; assign count[i] = count[i] + 1, y = 0; },
          s -> s { guard y >= 1; assign y = 0, count[i] = 0; };
}
system A, B, Counter;
)";

// A process P that is done after ten time units, and a bystander.
std::string with(const std::string& bystander) {
    return "process P() { clock x; state p, done; init p; trans p -> done { guard x >= 10; }; }\n"
           "process Q() { clock y; " +
           bystander + " }\nsystem P, Q;";
}

}  // namespace

TEST_CASE("three processes with counters are left out: there are as many states as without them") {
    const Asked never(counters, "E<> turns == 4 && A.a && B.b");
    const SearchResult result = by_cone(never);
    REQUIRE(result.proof);
    CHECK_FALSE(result.found);
    CHECK(result.proof->method == Proof::Method::exhaustive);
    CHECK(result.proof->without == std::vector<std::string>{"Counter(0)", "Counter(1)", "Counter(2)"});
    CHECK(result.statistics.explored <= 20);
    CHECK(by_breadth(never).statistics.explored > 100 * result.statistics.explored);
}

TEST_CASE("what is found is a path of the network, with the transitions of bystanders") {
    const Asked asked(counters, "E<> turns == 4 && A.x >= 20");
    const SearchResult result = by_cone(asked);
    REQUIRE(result.found);
    CHECK(is_path(asked, *result.found));
    // The counters let three time units pass at a time.
    CHECK(transitions_of(*result.found) >= 3 * 7);
    CHECK(result.statistics.explored < 1000);
}

// There is hardly any time in q: P has to wait before.
TEST_CASE("the path is not followed where too little time has passed for the rest of it") {
    constexpr const char* hurried = R"(
        process P() {
            clock x, z;
            state p, q { z <= 1 }, r;
            init p;
            trans p -> q { assign z = 0; }, q -> r { guard x >= 30; };
        }
        process Q(const int[0, 3] i) {
            clock y;
            state s { y <= 2 }, t { y <= 3 };
            init s;
            trans s -> t { guard y >= 1; assign y = 0; }, t -> s { guard y >= 1; assign y = 0; };
        }
        system P, Q;
    )";
    for (const char* query : {"E<> P.q && P.x >= 30", "E<> P.r"}) {
        CAPTURE(query);
        const Asked asked(hurried, query);
        const SearchResult result = by_cone(asked);
        REQUIRE(result.found);
        CHECK(is_path(asked, *result.found));
        CHECK(result.statistics.explored < 600);
    }
}

TEST_CASE("transitions of bystanders are put back where time needs them") {
    const Asked asked(with("state s { y <= 2 }, t { y <= 1 }; init s; trans s -> t { guard y == 2; assign y = 0; }, "
                           "t -> s { guard y == 1; assign y = 0; };"),
                      "E<> P.done");
    const SearchResult result = by_cone(asked);
    REQUIRE(result.found);
    CHECK(is_path(asked, *result.found));
    CHECK(transitions_of(*result.found) == 1 + 6);
}

TEST_CASE("transitions of committed bystanders are put back") {
    const Asked asked(with("int[0, 3] n; state s, t; commit s; init s; trans s -> s { guard n < 3; assign n++; }, "
                           "s -> t { guard n == 3; };"),
                      "E<> P.done");
    const SearchResult result = by_cone(asked);
    REQUIRE(result.found);
    CHECK(is_path(asked, *result.found));
    CHECK(transitions_of(*result.found) == 1 + 4);
}

TEST_CASE("where a bystander stops time for good nothing is decided") {
    const Asked asked(with("state s { y <= 2 }; init s;"), "E<> P.done");
    const SearchResult result = by_cone(asked);
    CHECK_FALSE(result.found);
    CHECK_FALSE(result.is_sure());
    CHECK_FALSE(result.proof);
    CHECK_FALSE(by_breadth(asked).found);
}

TEST_CASE("a bystander that lets enough time pass need not move") {
    const Asked asked(with("state s { y <= 12 }; init s;"), "E<> P.done");
    const SearchResult result = by_cone(asked);
    REQUIRE(result.found);
    CHECK(transitions_of(*result.found) == 1);
}

TEST_CASE("nothing is left out if all processes may influence the query, or it is about deadlocks") {
    const Asked all(counters, "E<> turns == 4 && count[0] + count[1] + count[2] == 15");
    CHECK_FALSE(by_cone(all).is_sure());
    CHECK(by_cone(all).statistics.explored == 0);
    const Asked stuck(counters, "E<> deadlock");
    const Distinction distinction(stuck.network(), slots_read(*stuck.query));
    const auto chosen = strategies_for(task_of(stuck, distinction));
    CHECK(std::ranges::none_of(chosen, [](const Strategy* strategy) { return strategy->name == "cone"; }));
}

// Only the bystander reads what P counts.
TEST_CASE("variables that only bystanders read do not tell states apart") {
    const Asked asked(R"(
        int[0, 99] n;
        process P() { state a, b, c; init a; trans a -> b { assign n = (n + 1) % 100; }, b -> a { }; }
        process Q() { state s, t; init s; trans s -> t { guard n == 70; }; }
        system P, Q;
    )",
                      "E<> P.c");
    const SearchResult result = by_cone(asked);
    CHECK(result.proof.has_value());
    CHECK(result.statistics.explored == 2);
}
