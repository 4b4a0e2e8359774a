// The replayer accepts a run and rejects every way of spoiling it, naming the first wrong step and what is wrong with
// it.
#include <doctest/doctest.h>

#include "model/uppaal/parse/parse.hpp"
#include "property/compile.hpp"
#include "trace/checker/replay.hpp"
#include "traces.hpp"

using namespace crowfly;

namespace {

// A job is handed over, worked on for two to four units, and reported to everyone.
const char* const workshop = R"(
    chan hand;
    broadcast chan done;
    urgent chan now;
    int[0, 3] finished;
    process Boss() {
        state idle, busy, resting;
        urgent resting;
        init idle;
        trans idle -> busy { sync hand!; },
              busy -> resting { sync done?; },
              resting -> idle { };
    }
    process Worker() {
        clock x;
        state free, working { x <= 4 };
        init free;
        trans free -> working { sync hand?; assign x = 0; },
              working -> free { guard x >= 2; sync done!; assign finished = finished + 1; };
    }
    process Clerk() { state here, there; init here; trans here -> there { sync done?; }, there -> here { }; }
    system Boss, Worker, Clerk;
)";

// One round, the job done after three units.
struct Round : Modelled {
    Round() : Modelled(workshop) {
        const auto edge = [&](ProcessIndex process, std::uint32_t number) {
            return network().processes[process].edges.first + number;
        };
        const Rational zero(0), three(3);
        trace.initial = {{0, 0, 0, 0}, {zero, zero}, zero};
        trace.steps.push_back(
            {{zero, {0, 0, {{edge(0, 0), {}}, {edge(1, 0), {}}}}}, {{1, 1, 0, 0}, {zero, zero}, zero}});
        trace.steps.push_back({{three, {0, 1, {{edge(1, 1), {}}, {edge(0, 1), {}}, {edge(2, 0), {}}}}},
                               {{2, 0, 1, 1}, {zero, three}, three}});
        trace.steps.push_back({{zero, {0, {}, {{edge(0, 2), {}}}}}, {{0, 0, 1, 1}, {zero, three}, three}});
    }

    std::string verdict() const {
        const std::optional<Rejection> rejected = replay(network(), trace, {});
        return rejected ? std::to_string(rejected->step) + ": " + rejected->reason : "accepted";
    }

    Trace trace;
};

}  // namespace

TEST_CASE("a run is accepted") { CHECK(Round().verdict() == "accepted"); }

TEST_CASE("a wrong delay") {
    Round round;
    round.trace.steps[1].move.delay = 1;
    CHECK(round.verdict() == "2: the guard of `Worker: working -> free` does not hold: Worker.x >= 2");
    round.trace.steps[1].move.delay = Rational(-1);
    CHECK(round.verdict() == "2: the delay is negative");
    round.trace.steps[1].move.delay = Rational(7, 2);
    CHECK(round.verdict() == "2: the clock `Worker.x` is 7/2 after it, not 3");
}

TEST_CASE("a broken invariant") {
    Round round;
    round.trace.steps[1].move.delay = Rational(9, 2);
    CHECK(round.verdict() == "2: the invariant of `Worker.working` does not hold: Worker.x <= 4 after the delay");
    round.trace.steps[1].move.delay = 3;
    round.trace.steps[2].move.delay = 1;
    CHECK(round.verdict() == "3: no time may pass in `Boss.resting`, which is urgent");
}

TEST_CASE("a skipped step") {
    Round round;
    round.trace.steps.erase(round.trace.steps.begin());
    CHECK(round.verdict() == "1: `Worker: working -> free` does not leave the current location");
}

TEST_CASE("a wrong target") {
    Round round;
    round.trace.steps[1].state.slots[0] = 0;
    CHECK(round.verdict() == "2: `Boss` is at `resting` after it, not at `idle`");
}

TEST_CASE("a wrong update") {
    Round round;
    round.trace.steps[1].state.slots[3] = 2;
    CHECK(round.verdict() == "2: `finished` is 1 after it, not 2");
    round.trace.steps[1].state.slots[3] = 1;
    round.trace.steps[1].state.clocks[1] = 0;
    CHECK(round.verdict() == "2: the clock `Worker.x` is 3 after it, not 0");
}

TEST_CASE("someone who has to take part is missing, or should not be there") {
    Round round;
    std::vector<Participant>& together = round.trace.steps[1].move.firing.participants;
    const std::vector<Participant> all = together;
    together.pop_back();
    CHECK(round.verdict() == "2: `Clerk` can receive on `done`, so it must");
    together = {all[0], all[2], all[1]};
    CHECK(round.verdict().starts_with("2: "));
    together = {all[1], all[0], all[2]};
    CHECK(round.verdict() == "2: `Boss: busy -> resting` receives, and the sender comes first");
    together = all;
    round.trace.steps[0].move.firing.participants.pop_back();
    CHECK(round.verdict() == "1: `Boss: idle -> busy` needs one receiver on `hand`");
}

TEST_CASE("a wrong start") {
    Round round;
    round.trace.initial.slots[3] = 1;
    CHECK(round.verdict() == "0: `finished` does not start like this");
    round.trace.initial.slots[3] = 0;
    round.trace.initial.slots[2] = 1;
    CHECK(round.verdict() == "0: `Clerk` does not start like this");
    round.trace.initial.slots[2] = 0;
    round.trace.initial.clocks[1] = 1;
    CHECK(round.verdict() == "0: the clock `Worker.x` does not start like this");
}

TEST_CASE("what must happen at once, or first") {
    Modelled urgent(R"(
        urgent chan now;
        process A() { clock x; state a, b; init a; trans a -> b { guard x >= 3; sync now!; }; }
        process B() { state a, b; init a; trans a -> b { sync now?; }; }
        process C() { state a, b; init a; trans a -> b { }; }
        system A, B, C;
    )");
    const Rational zero(0);
    Trace trace;
    trace.initial = {{0, 0, 0}, {zero, zero}, zero};
    const EdgeIndex alone = urgent.network().processes[2].edges.first;
    const auto after = [&](const Rational& delay) {
        trace.steps.assign(1, {{delay, {0, {}, {{alone, {}}}}}, {{0, 0, 1}, {zero, delay}, delay}});
        const std::optional<Rejection> rejected = replay(urgent.network(), trace, {});
        return rejected ? rejected->reason : "accepted";
    };
    CHECK(after(2) == "accepted");
    CHECK(after(3) == "accepted");
    CHECK(after(Rational(7, 2)) == "an urgent synchronisation is possible before the end of the delay");

    Modelled committed(
        "process A() { state a, b; commit a; init a; trans a -> b { }; } process B() { state a, b; init a; trans a -> "
        "b { }; } system A, B;");
    trace.initial = {{0, 0}, {zero}, zero};
    trace.steps.assign(1,
                       {{zero, {0, {}, {{committed.network().processes[1].edges.first, {}}}}}, {{0, 1}, {zero}, zero}});
    CHECK(replay(committed.network(), trace, {})->reason == "a committed location has to be left first");
    const EdgeIndex leaving = committed.network().processes[0].edges.first;
    trace.steps.assign(1, {{1, {0, {}, {{leaving, {}}}}}, {{1, 0}, {zero}, 1}});
    CHECK(replay(committed.network(), trace, {})->reason == "no time may pass in `A.a`, which is committed");

    Modelled ranked(
        "process A() { state a, b; init a; trans a -> b { }; } process B() { state a, b; init a; trans a -> b { }; } "
        "system A < B;");
    trace.steps.assign(1, {{zero, {0, {}, {{ranked.network().processes[0].edges.first, {}}}}}, {{1, 0}, {zero}, zero}});
    CHECK(replay(ranked.network(), trace, {})->reason == "`B: a -> b` goes first");
}

TEST_CASE("an urgent synchronisation whose guard compares two clocks is possible always or never") {
    const auto after_one = [](const std::string& guard) {
        Modelled urgent(R"(
            urgent chan now;
            process A() { clock x, y; state a, b; init a; trans a -> b { guard )" +
                        guard + R"(; sync now!; }; }
            process B() { state a, b; init a; trans a -> b { sync now?; }; }
            process C() { state a, b; init a; trans a -> b { }; }
            system A, B, C;
        )");
        const EdgeIndex alone = urgent.network().processes[2].edges.first;
        Trace trace;
        trace.initial = {{0, 0, 0}, {0, 0, 0}, 0};
        trace.steps.push_back({{1, {0, {}, {{alone, {}}}}}, {{0, 0, 1}, {0, 1, 1}, 1}});
        const std::optional<Rejection> rejected = replay(urgent.network(), trace, {});
        return rejected ? rejected->reason : "accepted";
    };
    CHECK(after_one("x - y <= 0") == "an urgent synchronisation is possible before the end of the delay");
    CHECK(after_one("x - y < 0") == "accepted");
    CHECK(after_one("x - y < 1") == "an urgent synchronisation is possible before the end of the delay");
}

TEST_CASE("waiting for ever shows nothing about what time will bring") {
    Modelled model("process P() { clock x; state a, b; init a; trans a -> b { }; } system P;");
    const auto query = [&](const std::string& text) {
        Fragment fragment;
        fragment.file = model.sources.add("query", text);
        fragment.text = text;
        uppaal::ParseContext context{model.sources, model.diagnostics};
        const auto typed = model.checker->check_query(uppaal::parse_query(fragment, context), model.diagnostics);
        REQUIRE(typed.has_value());
        return *compile_property(*model.compiler, *typed, model.diagnostics);
    };
    Trace trace;
    trace.initial = {{0}, {0, 0}, 0};
    trace.ending = Trace::Ending::waits_forever;
    const auto verdict = [&](const std::string& text) {
        const Property asked = query(text);
        const std::optional<Rejection> rejected = replay(model.network(), trace, {&asked, nullptr});
        return rejected ? std::to_string(rejected->step) + ": " + rejected->reason : "accepted";
    };
    CHECK(verdict("P.a --> P.b") == "accepted");
    CHECK(verdict("P.a --> P.x >= 50") == "1: no state of the run has to lead to the other formula");
    CHECK(verdict("A<> P.x > 50") ==
          "1: the formula of the query does not have its value all along, but changes it before step 1");
    CHECK(verdict("E[] P.x <= 50").starts_with("1: the formula"));
    CHECK(verdict("E[] P.a") == "accepted");
    trace.steps.push_back({{3, {0, {}, {{model.network().processes[0].edges.first, {}}}}}, {{1}, {0, 3}, 3}});
    CHECK(verdict("E[] P.x <= 1 || P.x >= 2") ==
          "2: the formula of the query does not have its value all along, but changes it before step 1");
    CHECK(verdict("E[] P.a || P.x >= 2") == "accepted");
    trace.steps.clear();
    trace.ending = Trace::Ending::stuck;
    CHECK(verdict("E[] P.a") == "1: something can happen in the last state");
    trace.ending = Trace::Ending::reached;
    CHECK(verdict("E<> P.b") == "1: the formula of the query does not hold in the last state");
}
