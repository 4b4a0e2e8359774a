#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "space/walk.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

const char* const fischer = R"(
    const int N = 3; typedef int[1,N] id_t; int id;
    process P(const id_t pid) {
        clock x; state A, req { x <= 2 }, wait, cs; init A;
        trans A -> req { guard id == 0; assign x = 0; }, req -> wait { guard x <= 2; assign x = 0, id = pid; },
              wait -> req { guard id == 0; assign x = 0; }, wait -> cs { guard x > 2 && id == pid; },
              cs -> A { assign id = 0; };
    }
    system P;)";

const char* const gate = R"(
    const int N = 4; typedef int[0,N-1] id_t; chan appr[N], stop[N], leave[N]; urgent chan go[N]; broadcast chan tick;
    clock t;
    process Train(const id_t id) {
        clock x; state Safe, Cross { x <= 5 }, Appr { x <= 20 }, Start { x <= 15 }, Stop; init Safe;
        trans Safe -> Appr { sync appr[id]!; assign x = 0; }, Appr -> Cross { guard x >= 10; assign x = 0; },
              Cross -> Safe { guard x >= 3; sync leave[id]!; assign x = 0; },
              Appr -> Stop { guard x <= 10; sync stop[id]?; }, Stop -> Start { sync go[id]?; assign x = 0; },
              Start -> Cross { guard x >= 7; assign x = 0; },
              Safe -> Safe { guard x > 1; sync tick?; assign x = 0; };
    }
    process Gate() {
        id_t list[N+1]; int[0,N] len;
        void enqueue(id_t e) { list[len++] = e; }
        void dequeue() { int i = 0; len -= 1; while (i < len) { list[i] = list[i + 1]; i++; } list[i] = 0; }
        state Free, Occ, New; commit New; init Free;
        trans Free -> Occ { select e : id_t; guard len == 0; sync appr[e]?; assign enqueue(e); },
              Free -> Occ { guard len > 0; sync go[list[0]]!; },
              Occ -> New { select e : id_t; sync appr[e]?; assign enqueue(e); },
              New -> Occ { sync stop[list[len-1]]!; },
              Occ -> Free { select e : id_t; guard e == list[0]; sync leave[e]?; assign dequeue(); };
    }
    process Ticker() { state a { t < 3 }; init a; trans a -> a { guard t > 2; sync tick!; assign t = 0; }; }
    system Train, Gate, Ticker;)";

bool invariants_hold(const Network& network, const ConcreteState& state) {
    Successors successors(network);
    const Stay* stay = successors.stay(state.slots);
    if (!stay || stay->broken) return false;
    for (const Limit& limit : stay->limits) {
        const Rational difference = state.clocks[limit.left] - state.clocks[limit.right];
        if (limit.strict ? difference >= Rational{limit.bound} : difference > Rational{limit.bound}) return false;
    }
    return true;
}

bool slots_are_in_range(const Network& network, const ConcreteState& state) {
    for (std::size_t i = 0; i < network.slots.size(); ++i) {
        if (state.slots[i] < network.slots[i].least || state.slots[i] > network.slots[i].greatest) return false;
    }
    return true;
}

// The laws of every walk: each state is legal, and each step is one that the semantics finds again.
void check_laws(const Network& network, const Walk& walk) {
    REQUIRE(walk.initial.has_value());
    ConcreteState state = *walk.initial;
    ConcreteSteps steps(network);
    for (const Step& step : walk.steps) {
        CHECK(step.move.delay >= Rational{0});
        REQUIRE(steps.enter(state));
        CHECK(steps.window().contains(step.move.delay));
        const auto option = steps.find(step.move.firing, step.move.delay);
        REQUIRE(option.has_value());
        const auto next = steps.take(steps.options()[*option], step.move.delay);
        REQUIRE(next.has_value());
        CHECK(*next == step.state);
        CHECK(invariants_hold(network, *next));
        CHECK(slots_are_in_range(network, *next));
        state = *next;
    }
}

bool same(const Walk& a, const Walk& b) {
    const auto same_step = [](const Step& c, const Step& d) {
        return c.move.delay == d.move.delay && c.move.firing == d.move.firing && c.state == d.state;
    };
    return a.end == b.end && std::ranges::equal(a.steps, b.steps, same_step);
}

std::set<EdgeIndex> edges_taken(const Network& network, std::uint64_t seeds, std::size_t length) {
    std::set<EdgeIndex> taken;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        for (const Step& step : walk(network, seed, length).steps) {
            for (const Participant& participant : step.move.firing.participants) taken.insert(participant.edge);
        }
    }
    return taken;
}

Walk::End end_of(std::string text) { return walk(network_of(std::move(text)), 1, 100).end; }

}  // namespace

TEST_CASE("every step of a walk is legal and can be replayed") {
    for (const char* text : {fischer, gate}) {
        const Network network = network_of(text);
        for (std::uint64_t seed = 0; seed < 20; ++seed) check_laws(network, walk(network, seed, 60));
    }
}

TEST_CASE("the seed decides the walk") {
    const Network network = network_of(gate);
    CHECK(same(walk(network, 5, 50), walk(network, 5, 50)));
    CHECK(!same(walk(network, 5, 50), walk(network, 6, 50)));
}

TEST_CASE("walks visit every edge that can be taken") {
    const Network network = network_of(gate);
    CHECK(edges_taken(network, 30, 200).size() == network.edges.size());
}

TEST_CASE("walks find moments between the integers where a later guard needs them") {
    const Network network = network_of(R"(
        clock x, y;
        process P() { state a { x <= 3 }, b { x <= 3 }, c; init a;
            trans a -> b { assign y = 0; }, b -> c { guard x == 3 && y > 0 && y < 1; },
                  b -> a { guard x == 3; assign x = 0; }, c -> a { assign x = 0; }; }
        system P;)");
    CHECK(edges_taken(network, 10, 100).size() == network.edges.size());
}

TEST_CASE("walks wait as long as a later guard needs, though nothing forces them to") {
    const Network network = network_of(R"(
        clock x, y;
        process P() { state a, b { x <= 0 }, c; init a;
            trans a -> b { assign x = 0; }, b -> c { guard y >= 500; }, b -> a { assign y = 0; },
                  c -> a { assign y = 0; }; }
        system P;)");
    CHECK(edges_taken(network, 10, 100).size() == network.edges.size());
}

TEST_CASE("Fischer's protocol keeps its promise on every walk") {
    const Network network = network_of(fischer);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        for (const Step& step : walk(network, seed, 100).steps) {
            int critical = 0;
            for (const Process& process : network.processes) {
                if (location_of(network, step.state.slots, process.name) == "cs") ++critical;
            }
            CHECK(critical <= 1);
        }
    }
}

TEST_CASE("delays that must be fractions stay simple, however often") {
    const Network network = network_of(R"(
        clock x, y;
        process P() { state a { y < 1 }; init a; trans a -> a { guard x > 0; assign x = 0; }; }
        system P;)");
    const Walk squeezed = walk(network, 1, 300);
    CHECK(squeezed.end == Walk::End::steps_taken);
    check_laws(network, squeezed);
}

TEST_CASE("a walk says why it ended") {
    CHECK(end_of("process P() { state a; init a; trans a -> a { }; } system P;") == Walk::End::steps_taken);
    CHECK(end_of("process P() { state a; init a; } system P;") == Walk::End::deadlock);
    CHECK(end_of(R"(
        clock x;
        process P() { state a; init a; trans a -> a { guard x < 0; }; }
        system P;)") == Walk::End::idle);
    CHECK(end_of(R"(
        clock x;
        process P() { state a { x <= 3 }; init a; trans a -> a { guard x > 3; }; }
        system P;)") == Walk::End::timelock);
    CHECK(end_of(R"(
        clock x;
        process P() { state a; commit a; init a; trans a -> a { guard x > 3; }; }
        system P;)") == Walk::End::deadlock);
    CHECK(end_of("clock x = 9; process P() { state a { x <= 3 }; init a; } system P;") == Walk::End::bad_start);
    CHECK(end_of(R"(
        double d; int i;
        process P() { state a; init a; trans a -> a { assign i = fint(d); }; }
        system P;)") == Walk::End::obstacle);
}

TEST_CASE("a start that cannot be evaluated is told apart from one that is not allowed") {
    const Walk failing = walk(network_of("int i; process P() { state a { 1 / i == 1 }; init a; } system P;"), 1, 5);
    CHECK(failing.end == Walk::End::run_time_error);
    CHECK(failing.initial.has_value());
    CHECK(!failing.failed.has_value());
}

TEST_CASE("a run-time error ends the walk with the move that met it") {
    const Network network = network_of(R"(
        int[0,3] i;
        process P() { state a; init a; trans a -> a { assign i = i + 1; }; }
        system P;)");
    const Walk failing = walk(network, 1, 100);
    CHECK(failing.end == Walk::End::run_time_error);
    CHECK(failing.steps.size() == 3);
    REQUIRE(failing.failed.has_value());
    CHECK(failing.failed->firing.participants[0].edge == 0);
    REQUIRE(failing.problem.has_value());
    CHECK(failing.problem->code == Code::run_time_error);
}

TEST_CASE("a large select does not drown the other transitions") {
    const Network network = network_of(R"(
        process P() { state a, b; init a; trans a -> a { select i : int[0,9999]; }, a -> b { }, b -> a { }; }
        system P;)");
    CHECK(edges_taken(network, 3, 20).size() == 3);
}
