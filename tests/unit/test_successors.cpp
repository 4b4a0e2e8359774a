#include <array>
#include <string>

#include <doctest/doctest.h>

#include "space/successors.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

using Names = std::vector<std::string>;
using Reached = Successors::Outcome;

// Walks a model by the names of its edges.
struct Explorer {
    Network network;
    Successors successors{network};
    std::vector<std::int32_t> state = initial_slots(network);

    explicit Explorer(std::string text) : network(network_of(std::move(text))) {}

    // "A: a -> b {i=1}"
    std::string name(OfferIndex index) const {
        const Offer& offer = successors.offer(index);
        const Edge& edge = network.edges[offer.edge];
        std::string text = to_string(network, edge);
        for (std::uint32_t i = 0; i < edge.selects.count; ++i) {
            text += " {" + network.selects[edge.selects.first + i].name + "=" +
                    std::to_string(successors.select_values(offer)[i]) + "}";
        }
        return text;
    }

    // Sender + receiver; for broadcasts + each process that can answer, its answers separated by |.
    std::string name(const Candidate& candidate) const {
        std::string text = name(candidate.sender);
        if (candidate.receiver != Candidate::no_offer) text += " + " + name(candidate.receiver);
        for (const ReceiverGroup& group : successors.groups(candidate)) {
            std::string answers;
            for (OfferIndex offer : successors.offers(group)) answers += (answers.empty() ? "" : " | ") + name(offer);
            text += " + " + answers;
        }
        return text;
    }

    Names candidates() {
        REQUIRE(successors.enumerate(state));
        Names names;
        for (const Candidate& candidate : successors.candidates()) names.push_back(name(candidate));
        return names;
    }

    const Candidate& find(std::string_view wanted) {
        REQUIRE(successors.enumerate(state));
        for (const Candidate& candidate : successors.candidates()) {
            if (name(candidate) == wanted) return candidate;
        }
        FAIL("there is no candidate " << wanted);
        return successors.candidates()[0];
    }

    // All who can answer do, with their last answer if there are several.
    std::vector<OfferIndex> firing(std::string_view wanted) {
        const Candidate& candidate = find(wanted);
        std::vector<OfferIndex> offers{candidate.sender};
        if (candidate.receiver != Candidate::no_offer) offers.push_back(candidate.receiver);
        for (const ReceiverGroup& group : successors.groups(candidate)) {
            offers.push_back(successors.offers(group).back());
        }
        return offers;
    }

    Reached fire(std::string_view wanted) {
        const Reached outcome = successors.apply(firing(wanted));
        if (outcome == Reached::reached) state.assign(successors.after().begin(), successors.after().end());
        return outcome;
    }

    std::int32_t operator[](std::string_view variable) const { return value_of(network, state, variable); }
};

}  // namespace

TEST_CASE("an internal edge needs its location and its guard") {
    Explorer model(R"(
        int i = 1;
        process P() { state a, b; init a; trans a -> b { guard i == 1; assign i = 2; },
            a -> a { guard i > 1; }, b -> b { }; }
        system P;)");
    CHECK(model.candidates() == Names{"P: a -> b"});
    CHECK(model.fire("P: a -> b") == Reached::reached);
    CHECK(model["i"] == 2);
    CHECK(model.candidates() == Names{"P: b -> b"});
}

TEST_CASE("updates of one edge run in order, the sender's before the receiver's") {
    Explorer model(R"(
        chan c; int i, j;
        process R() { state a, b; init a; trans a -> b { sync c?; assign j = i * 10, i = i + 1; }; }
        process S() { state a, b; init a; trans a -> b { sync c!; assign i = 3, i = i + 1; }; }
        system R, S;)");
    CHECK(model.fire("S: a -> b + R: a -> b") == Reached::reached);
    CHECK(model["j"] == 40);
    CHECK(model["i"] == 5);
}

TEST_CASE("guards see the state before the transition, not the sender's update") {
    Explorer model(R"(
        chan c; int i;
        process S() { state a; init a; trans a -> a { sync c!; assign i = 1; }; }
        process R() { state a, b; init a; trans a -> b { guard i == 1; sync c?; }; }
        system S, R;)");
    CHECK(model.candidates().empty());
    model.state[2] = 1;
    CHECK(model.candidates() == Names{"S: a -> a + R: a -> b"});
}

TEST_CASE("a process never synchronises with itself") {
    Explorer model(R"(
        chan c; broadcast chan d;
        process P() { state a; init a; trans a -> a { sync c!; }, a -> a { sync c?; }, a -> a { sync d!; },
            a -> a { sync d?; }; }
        system P;)");
    CHECK(model.candidates() == Names{"P: a -> a"});
    REQUIRE(model.successors.candidates().size() == 1);
    CHECK(model.network.transitions[model.successors.candidates()[0].transition].kind == Transition::Kind::broadcast);
}

TEST_CASE("selects make one candidate per value, on both sides of a synchronisation") {
    Explorer model(R"(
        chan c; int i;
        process S() { state a, b; init a; trans a -> b { select x : int[0,1]; sync c!; assign i = x; }; }
        process R() { state a, b; init a;
            trans a -> b { select y : int[2,4]; guard y != 3; sync c?; assign i = 10 * i + y; }; }
        system S, R;)");
    CHECK(model.candidates() == Names{"S: a -> b {x=0} + R: a -> b {y=2}", "S: a -> b {x=0} + R: a -> b {y=4}",
                                      "S: a -> b {x=1} + R: a -> b {y=2}", "S: a -> b {x=1} + R: a -> b {y=4}"});
    CHECK(model.fire("S: a -> b {x=1} + R: a -> b {y=4}") == Reached::reached);
    CHECK(model["i"] == 14);
}

TEST_CASE("several selects of one edge take all combinations") {
    Explorer model(R"(
        process P() { state a; init a; trans a -> a { select x : int[0,1], y : int[5,6]; guard x + y != 6; }; }
        system P;)");
    CHECK(model.candidates() == Names{"P: a -> a {x=0} {y=5}", "P: a -> a {x=1} {y=6}"});
}

TEST_CASE("channel arrays synchronise where computed indices meet") {
    Explorer model(R"(
        chan c[3]; int i = 2;
        process S() { state a, b; init a; trans a -> b { sync c[i]!; }; }
        process R(const int[0,2] id) { state a, b; init a; trans a -> b { sync c[id]?; }; }
        process Q() { state a, b; init a; trans a -> b { select k : int[0,2]; sync c[k]?; }; }
        system S, R, Q;)");
    CHECK(model.candidates() == Names{"S: a -> b + R(2): a -> b", "S: a -> b + Q: a -> b {k=2}"});
    const Offer& sender = model.successors.offer(model.successors.candidates()[0].sender);
    CHECK(model.network.channels[sender.channel].name == "c[2]");
}

TEST_CASE("while a location is committed, an edge out of a committed one must take part") {
    Explorer model(R"(
        chan c, d;
        process P() { state a, b; commit a; init a; trans a -> b { sync c?; }; }
        process Q() { state a, b; init a; trans a -> b { sync c!; }, a -> b { sync d!; }, a -> b { }; }
        process R() { state a, b; init a; trans a -> b { sync d?; }, a -> a { }; }
        system P, Q, R;)");
    CHECK(model.candidates() == Names{"Q: a -> b + P: a -> b"});
    CHECK(model.successors.stay(model.state)->committed);
    CHECK(model.successors.stay(model.state)->urgent);
    CHECK(model.fire("Q: a -> b + P: a -> b") == Reached::reached);
    CHECK(!model.successors.stay(model.state)->urgent);
    CHECK(model.candidates() == Names{"R: a -> a"});
}

TEST_CASE("a committed receiver lets a broadcast happen, but only if it joins") {
    Explorer model(R"(
        broadcast chan c; int i; clock x;
        process S() { state a, b; init a; trans a -> b { sync c!; }; }
        process P() { state a, b; commit a; init a; trans a -> b { guard i == 0 && x >= 1; sync c?; }; }
        system S, P;)");
    CHECK(model.candidates() == Names{"S: a -> b + P: a -> b"});
    const std::vector<OfferIndex> both = model.firing("S: a -> b + P: a -> b");
    CHECK(model.successors.obeys_commitment(both));
    CHECK(!model.successors.obeys_commitment(std::span{both}.first(1)));
    model.state[2] = 1;
    CHECK(model.candidates().empty());
}

TEST_CASE("a broadcast takes every process that can receive, in system order, whatever the order of declaration") {
    Explorer model(R"(
        broadcast chan c; int i;
        process A() { state a, b; init a; trans a -> b { sync c?; assign i = 10 * i + 1; }; }
        process B() { state a, b; init a; trans a -> b { sync c?; assign i = 10 * i + 2; }; }
        process C() { state a, b; init a; trans a -> b { guard i == 7; sync c?; assign i = 10 * i + 3; }; }
        process S() { state a, b; init a; trans a -> b { sync c!; assign i = 9; }; }
        system B, S, C, A;)");
    CHECK(model.candidates() == Names{"S: a -> b + B: a -> b + A: a -> b"});
    CHECK(model.fire("S: a -> b + B: a -> b + A: a -> b") == Reached::reached);
    CHECK(model["i"] == 921);
    CHECK(location_of(model.network, model.state, "C") == "a");
}

TEST_CASE("a broadcast without receivers happens all the same; a process with several answers has a choice") {
    Explorer alone("broadcast chan c; process S() { state a, b; init a; trans a -> b { sync c!; }; } system S;");
    CHECK(alone.candidates() == Names{"S: a -> b"});
    CHECK(alone.fire("S: a -> b") == Reached::reached);
    Explorer choice(R"(
        broadcast chan c;
        process S() { state a, b; init a; trans a -> b { sync c!; }; }
        process R() { state a, b, d; init a; trans a -> b { sync c?; },
            a -> d { select k : int[0,1]; sync c?; }; }
        system S, R;)");
    CHECK(choice.candidates() == Names{"S: a -> b + R: a -> b | R: a -> d {k=0} | R: a -> d {k=1}"});
}

TEST_CASE("clock guards are left over with their bounds computed on the state before") {
    Explorer model(R"(
        clock x, y; int n = 4; bool p;
        process P() { state a, b; init a;
            trans a -> b { guard x >= n + 1 && x - y < 7 && (p || y <= 3); assign n = 0; }; }
        system P;)");
    const Candidate& candidate = model.find("P: a -> b");
    const auto limits = model.successors.limits(model.successors.offer(candidate.sender));
    REQUIRE(limits.size() == 3);
    CHECK(limits[0].left == 0);
    CHECK(limits[0].right == 1);
    CHECK(limits[0].bound == -5);
    CHECK(!limits[0].strict);
    CHECK(limits[1].left == 1);
    CHECK(limits[1].right == 2);
    CHECK(limits[1].bound == 7);
    CHECK(limits[1].strict);
    model.state[2] = 1;
    const Candidate& with_p = model.find("P: a -> b");
    CHECK(model.successors.limits(model.successors.offer(with_p.sender)).size() == 2);
}

TEST_CASE("resets are collected in order across the participants") {
    Explorer model(R"(
        clock x, y; chan c;
        process R() { state a, b; init a; trans a -> b { sync c?; assign x = 5; }; }
        process S() { state a, b; init a; trans a -> b { sync c!; assign y = 0, x = 2; }; }
        system R, S;)");
    CHECK(model.fire("S: a -> b + R: a -> b") == Reached::reached);
    const auto updates = model.successors.clock_updates();
    REQUIRE(updates.size() == 3);
    CHECK(updates[0].clock == 2);
    CHECK(updates[1].value == 2);
    CHECK(updates[2].clock == 1);
    CHECK(updates[2].value == 5);
}

TEST_CASE("an invariant that is false behind the updates makes the transition disappear, whoever's it is") {
    Explorer model(R"(
        int i;
        process P() { state a, b; init a; trans a -> b { assign i = 1; }, a -> b { assign i = 2; }; }
        process Q() { state q { i != 1 }; init q; }
        system P, Q;)");
    REQUIRE(model.successors.enumerate(model.state));
    REQUIRE(model.successors.candidates().size() == 2);
    const OfferIndex first = model.successors.candidates()[0].sender;
    const OfferIndex second = model.successors.candidates()[1].sender;
    CHECK(model.successors.apply(std::array{first}) == Reached::excluded);
    CHECK(model.successors.stay_after().broken == 1);
    CHECK(model.successors.apply(std::array{second}) == Reached::reached);
}

TEST_CASE("invariants and rates of all processes are read on the current integers") {
    Explorer model(R"(
        clock x, y; int n = 3;
        process P() { state a { x <= n && y' == 0 }; init a; }
        process Q() { state b { y < 2 * n && (n == 0 imply x <= 1) }; urgent b; init b; }
        system P, Q;)");
    const Stay* stay = model.successors.stay(model.state);
    REQUIRE(stay);
    REQUIRE(stay->limits.size() == 2);
    CHECK(stay->limits[0].bound == 3);
    CHECK(stay->limits[1].bound == 6);
    CHECK(stay->limits[1].strict);
    CHECK(stay->stopped == std::vector<ClockIndex>{2});
    CHECK(stay->urgent);
    CHECK(!stay->committed);
}

TEST_CASE("before_update and after_update frame the updates of every transition") {
    Explorer model(R"(
        int i; int log; chan c; before_update { log = 1, i++ } after_update { log = 10 * log + 4 }
        process S() { state a, b; init a; trans a -> b { guard i == 0; sync c!; assign log = 10 * log + 2; }; }
        process R() { state a, b; init a; trans a -> b { sync c?; assign log = 10 * log + 3; }; }
        system R, S;)");
    CHECK(model.fire("S: a -> b + R: a -> b") == Reached::reached);
    CHECK(model["log"] == 1234);
    CHECK(model["i"] == 1);
}

TEST_CASE("meta variables carry a value from sender to receiver and stay outside the state proper") {
    Explorer model(R"(
        meta int m; int i; chan c;
        process S() { state a, b; init a; trans a -> b { sync c!; assign m = 7; }; }
        process R() { state a, b; init a; trans a -> b { sync c?; assign i = m; }; }
        system S, R;)");
    CHECK(model.network.state_slots + 1 == model.network.slots.size());
    CHECK(model.fire("S: a -> b + R: a -> b") == Reached::reached);
    CHECK(model["i"] == 7);
    CHECK(model["m"] == 7);
}

TEST_CASE("priority is the channel's first, then the greatest of the processes'") {
    Explorer model(R"(
        chan hi, lo; chan priority lo < default < hi;
        process A() { state a; init a; trans a -> a { sync hi!; }, a -> a { sync lo!; }, a -> a { }; }
        process B() { state b; init b; trans b -> b { sync hi?; }, b -> b { sync lo?; }; }
        system A < B;)");
    REQUIRE(model.successors.enumerate(model.state));
    const auto priority = [&](std::size_t i) {
        const Candidate& c = model.successors.candidates()[i];
        std::vector<OfferIndex> offers{c.sender};
        if (c.receiver != Candidate::no_offer) offers.push_back(c.receiver);
        return model.successors.priority(offers);
    };
    REQUIRE(model.successors.candidates().size() == 3);
    CHECK(priority(0) > priority(2));
    CHECK(priority(2) > priority(1));
    CHECK(priority(0).process == model.network.processes[1].priority);
    CHECK(priority(2).process == model.network.processes[0].priority);
}

TEST_CASE("urgent channels are told apart") {
    Explorer model(R"(
        urgent chan u; chan c;
        process A() { state a; init a; trans a -> a { sync u!; }, a -> a { sync c!; }, a -> a { }; }
        process B() { state b; init b; trans b -> b { sync u?; }, b -> b { sync c?; }; }
        system A, B;)");
    REQUIRE(model.successors.enumerate(model.state));
    REQUIRE(model.successors.candidates().size() == 3);
    CHECK(model.successors.is_urgent(model.successors.candidates()[0]));
    CHECK(!model.successors.is_urgent(model.successors.candidates()[1]));
    CHECK(!model.successors.is_urgent(model.successors.candidates()[2]));
}

TEST_CASE("a value outside its range stops the run and names edge, value and range") {
    Explorer model(R"(
        int[0,5] i = 5; chan c;
        process S() { state a, b; init a; trans a -> b { sync c!; }; }
        process R() { state a, b; init a; trans a -> b { sync c?; assign i = i + 2; }; }
        system S, R;)");
    CHECK(model.fire("S: a -> b + R: a -> b") == Reached::stopped);
    const Stop& stop = model.successors.stop();
    CHECK(stop.is_run_time_error());
    CHECK(stop.fault.kind == FaultKind::range);
    CHECK(stop.fault.value == 7);
    CHECK(stop.fault.greatest == 5);
    CHECK(stop.edges.size() == 2);
    const Diagnostic diagnostic = to_diagnostic(model.network, stop);
    CHECK(diagnostic.code == Code::run_time_error);
    CHECK(diagnostic.message == "run-time error in the update of `R: a -> b`: 7 is outside the range [0, 5]");
    CHECK(diagnostic.hint == "taken together: `S: a -> b`, `R: a -> b`");
    CHECK(!diagnostic.span.empty());
}

TEST_CASE("index and division faults stop the run in guards, channels, updates and invariants") {
    const auto stop_of = [](const std::string& declarations, const std::string& edge, const std::string& invariant) {
        Explorer model(declarations + "int z; int f[3]; chan c[3]; process P() { state a, b { " + invariant +
                       " }; init a; trans a -> b { " + edge + R"(
        }; }
        process Q() { state q; init q; trans q -> q { select k : int[0,2]; sync c[k]?; }; }
        system P, Q;)");
        if (model.successors.enumerate(model.state)) {
            REQUIRE(model.successors.candidates().size() == 1);
            CHECK(model.successors.apply(std::array{model.successors.candidates()[0].sender}) == Reached::stopped);
        }
        return model.successors.stop();
    };
    CHECK(stop_of("", "guard 1 / z == 0;", "true").part == Stop::Part::guard);
    CHECK(stop_of("", "guard 1 / z == 0;", "true").fault.kind == FaultKind::division);
    CHECK(stop_of("int i = 3;", "sync c[i]!;", "true").part == Stop::Part::synchronisation);
    CHECK(stop_of("int i = 3;", "sync c[i]!;", "true").fault.kind == FaultKind::index);
    CHECK(stop_of("int i = 3;", "assign f[i] = 1;", "true").part == Stop::Part::update);
    CHECK(stop_of("int i = 3;", "guard f[i] == 0;", "true").fault.kind == FaultKind::index);
    CHECK(stop_of("int i = -1;", "guard f[i] == 0;", "true").fault.kind == FaultKind::index);
    CHECK(stop_of("clock x;", "guard x <= 4 % z;", "true").part == Stop::Part::guard);
    CHECK(stop_of("", "assign z = 0;", "1 / z == 0").part == Stop::Part::invariant);
    CHECK(stop_of("clock x;", "assign z = 0;", "x <= 1 / z").part == Stop::Part::invariant);
    CHECK(stop_of("clock x;", "assign z = 2;", "x' == z").fault.kind == FaultKind::clock_rate);
    CHECK(stop_of("clock x; int i = -1;", "assign x = i;", "true").fault.kind == FaultKind::negative_clock);
    CHECK(stop_of("int k; before_update { k = 1 / k }", "", "true").part == Stop::Part::before_update);
    CHECK(stop_of("int k; after_update { k = 1 / k }", "", "true").part == Stop::Part::after_update);
}

TEST_CASE("records and arrays are equal if all that they consist of is") {
    const auto holds = [](const std::string& guard) {
        Explorer model(
            "struct { int a, b[2]; } one = {1, {2, 3}}, same = {1, {2, 3}}, other = {1, {2, 4}}; process P() { state "
            "a, b; init a; trans a -> b { guard " +
            guard + "; }; } system P;");
        REQUIRE(model.successors.enumerate(model.state));
        return model.successors.candidates().size() == 1;
    };
    CHECK(holds("one == same"));
    CHECK(holds("one.b == same.b"));
    CHECK(holds("one != other"));
    CHECK_FALSE(holds("one == other"));
    CHECK_FALSE(holds("one.b == other.b"));
    CHECK_FALSE(holds("one != same"));
}

TEST_CASE("a guard is not looked at where the edge could not fire anyway") {
    Explorer model(R"(
        int z; chan c; broadcast chan d;
        process P() { state a, b; init a; trans a -> b { guard 1 / z == 0; sync c?; },
            a -> b { guard 1 / z == 0; sync c!; }, a -> b { guard 1 / z == 0; sync d?; },
            b -> a { guard 1 / z == 0; }; }
        process Q() { state a; init a; trans a -> a { guard z == 1; sync c!; },
            a -> a { guard z == 1; sync d!; }; }
        system P, Q;)");
    CHECK(model.candidates().empty());
}

TEST_CASE("an edge with an unsupported part can stay, and stops the run when it is to be taken") {
    Explorer model(R"(
        double d; int i;
        process P() { state a, b; init a; trans a -> b { }, a -> a { assign i = fint(d); }; }
        system P;)");
    CHECK(model.candidates() == Names{"P: a -> b", "P: a -> a"});
    CHECK(model.fire("P: a -> a") == Reached::stopped);
    CHECK(model.successors.stop().kind == Stop::Kind::obstacle);
    CHECK(to_diagnostic(model.network, model.successors.stop()).message.starts_with("`P: a -> a` cannot be handled: "));
    CHECK(model.fire("P: a -> b") == Reached::reached);
}

TEST_CASE("selects too many to try end in a message, not in a long silence") {
    Explorer model(R"(
        process P() { state a; init a; trans a -> a { select i : int, j : int; guard i == j; }; }
        system P;)");
    CHECK(!model.successors.enumerate(model.state));
    CHECK(model.successors.stop().kind == Stop::Kind::too_many_selects);
    CHECK(to_diagnostic(model.network, model.successors.stop()).code == Code::system_too_large);
}
