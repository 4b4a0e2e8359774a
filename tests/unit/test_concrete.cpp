#include <doctest/doctest.h>

#include "space/concrete.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct Start {
    Network network;
    ConcreteState state = initial_state(network);
    ConcreteSteps steps{network};

    explicit Start(std::string text) : network(network_of(std::move(text))) {
        REQUIRE(!problem_at_start(network, state));
        REQUIRE(steps.enter(state));
    }

    // Delays of the options whose edges, in order, end in these locations.
    std::vector<Interval> delays(const std::vector<std::string>& targets) const {
        std::vector<Interval> found;
        for (const Option& option : steps.options()) {
            std::vector<std::string> reached;
            for (const Participant& participant : steps.firing(option).participants) {
                const Edge& edge = network.edges[participant.edge];
                reached.push_back(network.location(edge.process, edge.target).name);
            }
            if (reached == targets) found.push_back(option.delays);
        }
        return found;
    }

    void take(const std::vector<std::string>& targets, const Rational& delay) {
        REQUIRE(delays(targets).size() == 1);
        for (const Option& option : steps.options()) {
            if (option.delays != delays(targets)[0]) continue;
            const auto next = steps.take(option, delay);
            REQUIRE(next.has_value());
            state = *next;
            break;
        }
        REQUIRE(steps.enter(state));
    }
};

using Intervals = std::vector<Interval>;
const Interval always = Interval::at_least(0);

Diagnostic problem_of(std::string text) {
    const Network network = network_of(std::move(text));
    const auto problem = problem_at_start(network, initial_state(network));
    REQUIRE(problem.has_value());
    return *problem;
}

}  // namespace

TEST_CASE("a start that breaks an invariant is an error that names the location") {
    const Diagnostic clocks = problem_of("clock x = 5; process P() { state a { x <= 3 }; init a; } system P;");
    CHECK(clocks.code == Code::bad_initial_state);
    CHECK(clocks.message == "the invariant of the initial location `P.a` does not hold at the start");
    CHECK(!clocks.span.empty());
    const Diagnostic integers = problem_of(R"(
        int i;
        process P() { state a { i == 1 }; init a; }
        process Q() { state b; init b; }
        system Q, P;)");
    CHECK(integers.code == Code::bad_initial_state);
    CHECK(integers.message.find("`P.a`") != std::string::npos);
    CHECK(problem_of("int i; process P() { state a { 1 / i == 1 }; init a; } system P;").code == Code::run_time_error);
}

TEST_CASE("time may pass as long as all invariants allow it") {
    CHECK(Start("clock x; process P() { state a; init a; } system P;").steps.window() == always);
    CHECK(Start(R"(
        clock x, y = 1;
        process P() { state a { x <= 5 }; init a; }
        process Q() { state a { y < 3 }; init a; }
        system P, Q;)")
              .steps.window() == Interval{0, false, Rational{2}, true});
    CHECK(Start(R"(
        clock x, y;
        process P() { state a { x <= 5 && x' == 0 && y <= 9 }; init a; }
        system P;)")
              .steps.window() == Interval::between(0, 9));
    CHECK(Start("clock x; process P() { state a; urgent a; init a; } system P;").steps.window() == Interval::point(0));
    CHECK(Start("clock x; process P() { state a; commit a; init a; } system P;").steps.window() == Interval::point(0));
}

TEST_CASE("time stops when an urgent synchronisation becomes possible, whatever its target invariant says") {
    const auto window = [](const std::string& sender, const std::string& receiver) {
        const std::string a = "process A() { state a, b { x < 1 }; init a; trans a -> b {" + sender + " sync u!; }; } ";
        const std::string b = "process B() { state c, d; init c; trans c -> d {" + receiver + " sync u?; }; } ";
        return Start("urgent chan u; clock x, y; " + a + b + "system A, B;").steps.window();
    };
    CHECK(window("", "") == Interval::point(0));
    CHECK(window("guard x >= 2;", "") == Interval::between(0, 2));
    CHECK(window("guard x >= 2;", "guard y >= 3;") == Interval::between(0, 3));
    CHECK(window("guard x > 2;", "") == Interval::between(0, 2));
    CHECK(window("guard x >= 2;", "guard y < 2;") == always);
}

TEST_CASE("an option is open while guard, source invariant and target invariant allow it") {
    Start run(R"(
        clock x, y;
        process P() { state a { x <= 6 }, b { y <= 5 }, c { y <= 5 }, d { y >= 2 }, e; init a;
            trans a -> b { guard x > 2; }, a -> c { guard x >= 2; assign y = 0; }, a -> d { assign x = 1; },
            a -> e { guard x > 6; }, a -> e { guard x - y > 0; }; }
        system P;)");
    CHECK(run.delays({"b"}) == Intervals{{2, true, Rational{5}, false}});
    CHECK(run.delays({"c"}) == Intervals{Interval::between(2, 6)});
    CHECK(run.delays({"d"}) == Intervals{Interval::between(2, 6)});
    CHECK(run.delays({"e"}).empty());
}

TEST_CASE("a synchronisation needs the guards of both") {
    Start run(R"(
        clock x, y = 1; chan c;
        process A() { state a, b; init a; trans a -> b { guard x >= 2; sync c!; }; }
        process B() { state a, d; init a; trans a -> d { guard y < 4; sync c?; }; }
        system A, B;)");
    CHECK(run.delays({"b", "d"}) == Intervals{{2, false, Rational{3}, true}});
}

TEST_CASE("broadcast receivers join exactly while their clock guards hold") {
    Start run(R"(
        clock x; broadcast chan c;
        process S() { state a, s { x <= 9 }; init a; trans a -> s { sync c!; }; }
        process R() { state a, r, q; init a; trans a -> r { guard x >= 2; sync c?; },
            a -> q { guard x > 4; sync c?; }; }
        system S, R;)");
    CHECK(run.delays({"s"}) == Intervals{{0, false, Rational{2}, true}});
    CHECK(run.delays({"s", "q"}) == Intervals{{4, true, Rational{9}, false}});
    bool at_two = false;
    for (const Interval& interval : run.delays({"s", "r"})) at_two = at_two || interval.contains(2);
    CHECK(at_two);
}

TEST_CASE("all processes that can answer a broadcast do, one option per combination of answers") {
    Start run(R"(
        broadcast chan c;
        process S() { state a, s; init a; trans a -> s { sync c!; }; }
        process R(const int[0,2] id) { state a, l, r; init a; trans a -> l { sync c?; }, a -> r { sync c?; }; }
        system S, R;)");
    CHECK(run.steps.options().size() == 8);
    CHECK(run.delays({"s", "l", "r", "l"}).size() == 1);
}

TEST_CASE("a committed location is not left by a broadcast that its process does not hear") {
    const auto options = [](const std::string& start) {
        return Start(R"(
            broadcast chan c; clock x = )" +
                     start + R"(;
            process S() { state a, s; init a; trans a -> s { sync c!; }; }
            process R() { state a, r; commit a; init a; trans a -> r { guard x >= 1; sync c?; }; }
            system S, R;)")
            .steps.options()
            .size();
    };
    CHECK(options("0") == 0);
    CHECK(options("1") == 1);
}

TEST_CASE("more answers than can be listed are sampled") {
    Start run(R"(
        broadcast chan c;
        process S() { state a, s; init a; trans a -> s { sync c!; }; }
        process R(const int[0,19] id) { state a, l, r; init a; trans a -> l { sync c?; }, a -> r { sync c?; }; }
        system S, R;)");
    CHECK(run.steps.options().size() == ConcreteSteps::choice_limit);
    for (const Option& option : run.steps.options()) CHECK(option.offers.size() == 21);
}

TEST_CASE("priorities block lower transitions exactly while a higher one is possible") {
    Start run(R"(
        clock x; chan hi; chan priority default < hi;
        process A() { state a, h, l; init a; trans a -> h { guard x >= 2 && x <= 3; sync hi!; }, a -> l { }; }
        process B() { state a; init a; trans a -> a { sync hi?; }; }
        system A, B;)");
    CHECK(run.delays({"h", "a"}) == Intervals{Interval::between(2, 3)});
    CHECK(run.delays({"l"}) == Intervals{{0, false, Rational{2}, true}, {3, true, std::nullopt, false}});
}

TEST_CASE("a transition whose target invariant fails blocks nothing") {
    Start run(R"(
        clock x; chan hi; int i = 1; chan priority default < hi;
        process A() { state a, h { x <= 2 && i == 1 }, l; init a; trans a -> h { sync hi!; }, a -> l { }; }
        process B() { state a; init a; trans a -> a { sync hi?; }; }
        system A, B;)");
    CHECK(run.delays({"l"}) == Intervals{{2, true, std::nullopt, false}});
}

TEST_CASE("process priorities take the greatest participant") {
    Start run(R"(
        chan c;
        process A() { state a, b; init a; trans a -> b { sync c!; }; }
        process B() { state a, d; init a; trans a -> d { sync c?; }, a -> a { }; }
        process L() { state a, l; init a; trans a -> l { }; }
        system A, L < B;)");
    CHECK(run.delays({"b", "d"}) == Intervals{always});
    CHECK(run.delays({"a"}) == Intervals{always});
    CHECK(run.delays({"l"}).empty());
}

TEST_CASE("taking an option moves the clocks: running, stopped and reset ones") {
    Start run(R"(
        clock x, y, z; int i;
        process P() { state a { y' == 0 }, b; init a; trans a -> b { guard x >= 1; assign z = 4, i = 3; },
            b -> b { guard y == 0; }; }
        system P;)");
    run.take({"b"}, {5, 2});
    CHECK(run.state.time == Rational{5, 2});
    CHECK(run.state.clocks == std::vector<Rational>{0, {5, 2}, 0, 4});
    CHECK(value_of(run.network, run.state.slots, "i") == 3);
    CHECK(run.delays({"b"}) == Intervals{Interval::point(0)});
}

TEST_CASE("a run-time error on the way is found by taking the option") {
    Start run("int[0,1] i = 1; process P() { state a, b; init a; trans a -> b { assign i = i + 1; }; } system P;");
    REQUIRE(run.steps.options().size() == 1);
    CHECK(!run.steps.take(run.steps.options()[0], 0).has_value());
    CHECK(run.steps.stop().is_run_time_error());
}

TEST_CASE("there is no start only if some process has no initial location whose invariant holds") {
    const auto start_of = [](std::string text) { return no_start(network_of(std::move(text))); };
    CHECK_FALSE(start_of("clock x; process P() { state a { x <= 0 }; init a; } system P;"));
    const auto broken =
        start_of("clock x; process Q() { state a; init a; } process P() { state a { x < 0 }; init a; } system Q, P;");
    REQUIRE(broken.has_value());
    CHECK(broken->code == Code::bad_initial_state);
    CHECK(broken->message.find("`P.a`") != std::string::npos);
    // A run-time error is for whoever runs into it.
    CHECK_FALSE(start_of("int i; process P() { state a { 1 / i == 1 }; init a; } system P;"));
}
