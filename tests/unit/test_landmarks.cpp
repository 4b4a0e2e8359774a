// Landmarks and landmark cuts of small networks, worked out by hand.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

#include "family/registry.hpp"
#include "heuristic/landmarks.hpp"
#include "heuristic/registry.hpp"
#include "support.hpp"
#include "task/task_cache.hpp"

using namespace crowfly;

namespace {

std::string family(const std::string& name, const std::string& size) {
    const FamilyPlugin* plugin = families().find(name);
    REQUIRE(plugin != nullptr);
    std::string problem;
    const auto arguments = read_arguments(*plugin, {size}, {}, problem);
    REQUIRE_MESSAGE(arguments.has_value(), problem);
    return plugin->write(*arguments, problem);
}

struct Example {
    Example(const std::string& text, const std::string& query)
        : asked(text, query), goal{asked.network(), as_reach(*asked.query).formula, true} {}

    // With some slots changed.
    std::vector<std::int32_t> state(const std::vector<std::pair<std::string, std::int32_t>>& changes = {}) const {
        std::vector<std::int32_t> slots = initial_slots(asked.network());
        for (const auto& change : changes) {
            const auto slot = std::ranges::find(asked.network().slots, change.first, &Slot::name);
            REQUIRE_MESSAGE(slot != asked.network().slots.end(), change.first);
            slots[static_cast<std::size_t>(slot - asked.network().slots.begin())] = change.second;
        }
        return slots;
    }

    Estimate estimate(const std::string& heuristic, const std::vector<std::int32_t>& slots) const {
        return make_heuristic(goal, {heuristic, {}, {}})->estimate(slots);
    }
    Estimate estimate(const std::string& heuristic) const { return estimate(heuristic, state()); }

    // "n == 2"; processes have the numbers of locations.
    std::string name(Fact fact) const {
        const FactTable& facts = task_of(goal)->grounding().facts;
        if (fact >= facts.count()) return "derived";
        const std::uint32_t slot = facts.slot(fact);
        return fmt::format("{} == {}", asked.network().slots[slot].name,
                           facts.of(slot).values[facts.value_index(fact)]);
    }
    std::set<std::string> names(const Facts& facts) const {
        std::set<std::string> all;
        for (const Fact fact : facts) all.insert(name(fact));
        return all;
    }
    std::set<std::string> orderings(bool greedy_necessary) const {
        const LandmarkGraph graph = landmark_graph(goal);
        std::set<std::string> all;
        for (const LandmarkGraph::Ordering& o : graph.orderings) {
            if (o.greedy_necessary == greedy_necessary)
                all.insert(name(graph.landmarks[o.before]) + " < " + name(graph.landmarks[o.after]));
        }
        return all;
    }

    Asked asked;
    Goal goal;
};

using Names = std::set<std::string>;

}  // namespace

// Each wheel can be turned to 2 by 1 or by 3, and the lock takes three steps.
TEST_CASE("landmarks of figure 5.1") {
    const Example wheels(family("figure", "5.1"), "E<> P3.l3");
    CHECK(wheels.names(fact_landmarks(wheels.goal)) == Names{"v == 2", "w == 2", "P3 == 1", "P3 == 2", "P3 == 3"});
    CHECK(wheels.orderings(true) ==
          Names{"v == 2 < P3 == 1", "P3 == 1 < P3 == 2", "w == 2 < P3 == 2", "P3 == 2 < P3 == 3"});
    CHECK(wheels.orderings(false) ==
          Names{"v == 2 < P3 == 2", "v == 2 < P3 == 3", "w == 2 < P3 == 3", "P3 == 1 < P3 == 3"});
    CHECK(wheels.estimate("landmarks") == 5);
    CHECK(wheels.estimate("lmcut") == 7);
}

// The wheels have to be turned back; 0 was true, and is a landmark again.
TEST_CASE("a fact that has to become true again is a landmark again") {
    const Example wheels(family("figure", "5.1"), "E<> P3.l3");
    const std::vector<std::int32_t> turned = wheels.state({{"v", 2}, {"w", 2}, {"P3", 2}});
    CHECK(wheels.estimate("landmarks", turned) == 3);
    CHECK(wheels.estimate("lmcut", turned) == 5);
}

TEST_CASE("the order of landmarks is one in which they can come true") {
    const Example wheels(family("figure", "5.1"), "E<> P3.l3");
    for (const LandmarkGraph::Ordering& o : landmark_graph(wheels.goal).orderings) CHECK(o.before < o.after);
}

// Both clients ask and get what their arbiters give to the right. Arb0 gives to both sides, and the first time only
// because the resource was asked. Who of Arb1 and Arb2 asked, and whether for another client, is open.
TEST_CASE("landmarks of the arbiter") {
    const Example arbiter(family("arbiter", "2"), "E<> Client1.work && Client3.work");
    CHECK(arbiter.names(fact_landmarks(arbiter.goal)) == Names{"Root == 1", "Arb0 == 3", "Arb0 == 6", "Arb1 == 6",
                                                               "Arb2 == 6", "Client1 == 1", "Client1 == 2",
                                                               "Client3 == 1", "Client3 == 2"});
    CHECK(arbiter.estimate("landmarks") == 9);
}

// b comes true again by way of c, which needs b; the first time it needs a.
TEST_CASE("an operator that needs a fact does not achieve it first") {
    const Example detour(R"(
        process P() { state s, a, b, c, d; init s; trans s -> a { }, a -> b { }, b -> c { }, c -> b { }, b -> d { }; }
        system P;
    )",
                         "E<> P.d");
    CHECK(detour.orderings(true) == Names{"P == 1 < P == 2", "P == 2 < P == 4"});
    CHECK(detour.orderings(false) == Names{"P == 1 < P == 4"});
}

TEST_CASE("landmarks of a state that cannot be reached") {
    const Example jump(R"(
        int[0, 9] n;
        process P() { state s; init s; trans s -> s { guard n == 0; assign n = 2; },
            s -> s { guard n == 7; assign n = 1; }, s -> s { guard n == 1; assign n = 2; }; }
        system P;
    )",
                       "E<> n == 2");
    for (const char* name : {"landmarks", "lmcut"}) {
        CHECK(jump.estimate(name) == 1);
        CHECK(jump.estimate(name, jump.state({{"n", 7}})) == 2);
        CHECK(jump.estimate(name, jump.state({{"n", 8}})) == dead_end);
    }
}

TEST_CASE("two counters add up") {
    const Example counters(R"(
        int[0, 5] a, b;
        process A() { state s; init s; trans s -> s { guard a < 5; assign a++; }; }
        process B() { state s; init s; trans s -> s { guard b < 5; assign b++; }; }
        system A, B;
    )",
                           "E<> a == 3 && b == 3");
    CHECK(counters.estimate("hL") == 3);
    CHECK(counters.estimate("lmcut") == 6);
    CHECK(counters.estimate("landmarks") == 6);
}

// A firing counts both up. Two of its operators are in different cuts, but it pays once.
TEST_CASE("a firing that does two things is paid once") {
    const Example counters(R"(
        int[0, 5] a, b;
        process A() { state s; init s; trans s -> s { guard a < 5 && b < 5; assign a++, b++; }; }
        system A;
    )",
                           "E<> a == 3 && b == 3");
    CHECK(counters.estimate("lmcut") == 3);
    CHECK(counters.estimate("landmarks") == 6);
}

// The edges have to fire twice each. What the first one does to b is paid with what it does to a.
TEST_CASE("firings of one transition add up if they have different cases") {
    const Example counters(R"(
        int[0, 5] a, b, c;
        process A() { state s; init s; trans s -> s { guard a < 5; assign a++, b = 1; },
            s -> s { guard c < 5; assign c++; }; }
        system A;
    )",
                           "E<> a == 2 && b == 1 && c == 2");
    CHECK(counters.estimate("hL") == 2);
    CHECK(counters.estimate("lmcut") == 4);
}

TEST_CASE("all receivers of a broadcast are paid once") {
    const Example broadcast(R"(
        broadcast chan go;
        process S() { state s; init s; trans s -> s { sync go!; }; }
        process R() { state a, b; init a; trans a -> b { sync go?; }; }
        R1 = R(); R2 = R(); R3 = R();
        system S, R1, R2, R3;
    )",
                            "E<> R1.b && R2.b && R3.b");
    CHECK(broadcast.estimate("lmcut") == 1);
    CHECK(broadcast.estimate("landmarks") == 3);
}

TEST_CASE("a disjunction is a landmark") {
    const Example jumps(R"(
        int[0, 3] n;
        process P() { state s; init s; trans s -> s { assign n = 2; }, s -> s { assign n = 3; }; }
        system P;
    )",
                        "E<> n > 1");
    CHECK(fact_landmarks(jumps.goal).empty());
    CHECK(landmark_graph(jumps.goal).landmarks.size() == 1);
    CHECK(jumps.estimate("landmarks") == 1);
    CHECK(jumps.estimate("lmcut") == 1);
}

TEST_CASE("a disjunction does not count where a landmark fulfils it") {
    const Example counter(R"(
        int[0, 3] n;
        process P() { state s; init s; trans s -> s { guard n < 3; assign n++; }; }
        system P;
    )",
                          "E<> n > 1");
    CHECK(counter.names(landmark_graph(counter.goal).landmarks) == Names{"n == 1", "n == 2"});
    CHECK(counter.estimate("landmarks") == 2);
}

TEST_CASE("more landmarks than a word has bits") {
    const Example counter(R"(
        int[0, 200] n;
        process P() { state s; init s; trans s -> s { guard n < 200; assign n++; }; }
        system P;
    )",
                          "E<> n == 150");
    CHECK(counter.estimate("landmarks") == 150);
    CHECK(counter.estimate("lmcut") == 150);
    CHECK(landmark_graph(counter.goal).orderings.size() == 150 * 149 / 2);
    CHECK(counter.orderings(true).size() == 149);
}

TEST_CASE("landmarks see dead ends, and run-time errors that come before") {
    constexpr const char* text = R"(
        int[0, 1] n;
        process P() { state a, b, c; init a; trans a -> b { guard n == 1; }, b -> c { }; }
        process Q() { state s, t; init s; trans s -> t { guard n == 0; assign n = n + EXTRA; }; }
        system P, Q;
    )";
    for (const auto& [extra, expected] : {std::pair{"0", dead_end}, {"1", Estimate{3}}, {"2", farthest}}) {
        std::string changed = text;
        changed.replace(changed.find("EXTRA"), 5, extra);
        const Example example(changed, "E<> P.c");
        CHECK(example.estimate("lmcut") == expected);
        CHECK(example.estimate("landmarks") == expected);
        CHECK(fact_landmarks(example.goal).size() == (expected == 3 ? 3 : 0));
    }
}

TEST_CASE("estimates by landmarks count what they take, alike for the same state, and what they hold") {
    const Example wheels(family("figure", "5.1"), "E<> P3.l3");
    for (const char* name : {"landmarks", "lmcut"}) {
        const std::unique_ptr<Heuristic> heuristic = make_heuristic(wheels.goal, {name, {}, {}});
        CHECK(heuristic->uses_task());
        heuristic->estimate(wheels.state());
        const std::uint64_t once = heuristic->steps();
        CHECK(once > 0);
        heuristic->estimate(wheels.state());
        CHECK(heuristic->steps() == 2 * once);
        CHECK(heuristic->bytes() > 0);
    }
}

TEST_CASE("landmarks of a network without some edges") {
    const Example ways(R"(
        process P() { state a, b, c, d; init a; trans a -> b { }, b -> d { }, a -> c { }, c -> b { }; }
        system P;
    )",
                       "E<> P.d");
    RemovedEdges removed{1, {0}, std::vector<bool>(4)};
    removed.without[0] = true;
    for (const char* name : {"landmarks", "lmcut"}) {
        const std::unique_ptr<Heuristic> heuristic = make_heuristic(ways.goal, {name, {}, {}});
        REQUIRE(heuristic->why_not_without_edges().empty());
        CHECK(heuristic->estimate(ways.state()) == 2);
        CHECK(heuristic->estimate_without(ways.state(), {}, removed) == 3);
        CHECK(heuristic->estimate(ways.state()) == 2);
    }
}
