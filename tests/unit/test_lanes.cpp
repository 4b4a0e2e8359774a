#include "trace/measures/lanes.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

// A shortest trace, and its lanes.
struct Lanes {
    Lanes(const std::string& model, const std::string& formula) : asked(model, formula) {
        SilentObserver quiet;
        Settings settings;
        settings.objective = Objective::shortest;
        const Limits limits;
        const Answer answer = choose_engine(asked.network(), *asked.query)
                                  .engine->decide({asked.network(), *asked.query, settings, limits, quiet});
        REQUIRE(answer.witness);
        trace = *answer.witness->run;
    }

    // "busy[1]: 1-2 by A, 3-4 by B"
    std::vector<std::string> resources() const {
        std::vector<std::string> texts;
        for (const ResourceLane& lane : resource_lanes(asked.network(), trace).lanes) {
            std::string text = asked.network().slots[lane.slot].name + ":";
            for (const ResourceLane::Bar& bar : lane.bars)
                text += fmt::format(" {}-{} by {},", bar.from, bar.to, asked.network().processes[bar.holder].name);
            texts.push_back(text.substr(0, text.size() - 1));
        }
        return texts;
    }

    GanttChart chart() {
        Diagnostics mistakes;
        const auto typed = asked.checker->check_gantt(mistakes);
        GanttChart made;
        if (typed) made = compile_gantt(*asked.compiler, *typed, mistakes);
        if (mistakes.has_errors()) made = {{}, mistakes.all().front().message};
        return made;
    }

    // "T(0): 0-1 P(0).idle 2, …"
    std::vector<std::string> declared() {
        const GanttChart made = chart();
        const std::vector<DeclaredLane> lanes = declared_lanes(asked.network(), made, trace);
        std::vector<std::string> texts;
        for (std::size_t l = 0; l < lanes.size(); ++l) {
            std::string text = made.lanes[l].name + ":";
            for (const DeclaredLane::Bar& bar : lanes[l].bars)
                text +=
                    fmt::format(" {}-{} {} {},", bar.from, bar.to, made.lanes[l].entries[bar.entry].text, bar.colour);
            texts.push_back(text.substr(0, text.size() - 1));
        }
        return texts;
    }

    Asked asked;
    Trace trace;
};

using Texts = std::vector<std::string>;

// Two processes of which A goes first; `take` and `give` are the labels of their edges.
std::string users(const std::string& declarations, const std::string& take, const std::string& give) {
    return fmt::format(R"(
        {}
        int[0, 2] turn;
        process User(const int[0, 1] me) {{
            clock x;
            int[0, 2] k;
            state idle, works {{ x <= 1 }}, done;
            init idle;
            trans idle -> works {{ guard turn == me && {}, x = 0; }},
                  works -> done {{ guard x == 1; assign {}, turn++; }};
        }}
        A = User(0);
        B = User(1);
        system A, B;
    )",
                       declarations, take, give);
}

Texts lanes_of(const std::string& model) { return Lanes(model, "E<> A.done && B.done").resources(); }

}  // namespace

TEST_CASE("a variable that is tested, set and reset by one process at a time has a lane") {
    CHECK(lanes_of(users("bool busy;", "!busy; assign busy = true", "busy = false")) ==
          Texts{"busy: 1-2 by A, 3-4 by B"});
    CHECK(lanes_of(users("int owner = -1;", "owner < 0; assign owner = me", "owner = -1")) ==
          Texts{"owner: 1-2 by A, 3-4 by B"});
    CHECK(lanes_of(users("bool free = true;", "free; assign free = false", "free = true")) ==
          Texts{"free: 1-2 by A, 3-4 by B"});
}

TEST_CASE("every element of an array has a lane, whoever computes its index, and idle ones too") {
    CHECK(lanes_of(users("bool busy[3]; const int at[2] = {2, 1};", "!busy[at[me]]; assign busy[at[me]] = true",
                         "busy[at[me]] = false")) == Texts{"busy[0]", "busy[1]: 3-4 by B", "busy[2]: 1-2 by A"});
    CHECK(lanes_of(users("bool busy[3];", "!busy[k + me]; assign busy[k + me] = true", "busy[k + me] = false, k++")) ==
          Texts{"busy[0]: 1-2 by A", "busy[1]: 3-4 by B", "busy[2]"});
    CHECK(lanes_of(users("bool busy[17];", "!busy[me]; assign busy[me] = true", "busy[me] = false")) ==
          Texts{"busy[0]: 1-2 by A", "busy[1]: 3-4 by B"});
    const Lanes many(users("bool busy[17];", "!busy[me]; assign busy[me] = true", "busy[me] = false"), "E<> B.done");
    CHECK(resource_lanes(many.asked.network(), many.trace).idle == 15);
}

TEST_CASE("what is held at the end is held to the end") {
    CHECK(Lanes(users("bool busy;", "!busy; assign busy = true", "busy = false"), "E<> B.works").resources() ==
          Texts{"busy: 1-2 by A, 3-4 by B"});
}

TEST_CASE("what is no lock has no lane") {
    CHECK(lanes_of(users("bool set;", "true; assign set = true", "set = false")).empty());  // nobody tests it
    CHECK(lanes_of(users("int n;", "n >= 0; assign n = n + 1", "turn = turn")).empty());    // it is never reset
    CHECK(lanes_of(users("bool own[2];", "k == 0; assign k = 1", "k = 0")).empty());        // of one process alone
    CHECK(lanes_of(users("int[0, 3] s;", "s >= 0; assign s = 1", "s = 2")).empty());        // reset to what it was not
    CHECK(lanes_of(users("int[0, 1] at[2];", "at[me] == 0; assign at[me] = 1", "turn = turn"))
              .empty());  // nor given back
    // One takes it, and the other gives it back.
    CHECK(Lanes(R"(
        bool full;
        process P() { state a, b; init a; trans a -> b { guard !full; assign full = true; }; }
        process Q() { state a, b; init a; trans a -> b { guard full; assign full = false; }; }
        system P, Q;
    )",
                "E<> Q.b")
              .resources()
              .empty());
}

TEST_CASE("the chart that a model declares is evaluated along the trace") {
    const std::string model = users("bool busy;", "!busy; assign busy = true", "busy = false");
    Lanes both(model + R"(
        gantt {
            One: A.works -> 2, turn >= 0 -> 3 + turn;
            Turn(i : int[0, 1], j : int[2, 2]): turn == i && i < j -> i,
                                                for (k : int[0, 1]) (k == i && B.k == k  &&  B.idle) -> 7;
        }
    )",
               "E<> A.done && B.done");
    CHECK(both.declared() == Texts{"One: 1-2 A.works 2, 0-2 turn >= 0 3, 2-4 turn >= 0 4, 4-5 turn >= 0 5",
                                   "Turn(0, 2): 0-2 turn == 0 && 0 < 2 0, 0-3 0 == 0 && B.k == 0 && B.idle 7",
                                   "Turn(1, 2): 2-4 turn == 1 && 1 < 2 1"});
    CHECK(both.chart().problem.empty());
}

TEST_CASE("what only the chart of a model uses is used") {
    const std::string model = users("bool busy; const int RED = 0;", "!busy; assign busy = true", "busy = false");
    const Lanes with(model + "gantt { One: A.k == 0 -> RED; }", "E<> A.done");
    CHECK(with.asked.diagnostics.all().empty());
    CHECK_FALSE(Lanes(model, "E<> A.done").asked.diagnostics.all().empty());
}

TEST_CASE("conditions on clocks change while time passes, at exact moments") {
    Lanes late(R"(
        clock t, x;
        int[0, 1] n;
        process P() {
            state a { t <= 4 }, b, c { t <= 7 }, d;
            init a;
            trans a -> b { guard t == 4; assign n = 1; }, b -> c { assign x = 0; }, c -> d { guard t == 7; };
        }
        system P;
        gantt {
            Late: t > 3 && t <= 6 -> 1 + n, x < 1 || x >= 3 && n == 0 -> 3, x == 2 -> 4;
        }
    )",
               "E<> P.d");
    const GanttChart chart = late.chart();
    CHECK(chart.problem.empty());
    std::vector<std::string> bars;
    const std::vector<DeclaredLane> lanes = declared_lanes(late.asked.network(), chart, late.trace);
    for (const DeclaredLane::Bar& bar : lanes[0].bars) {
        if (bar.begin < bar.end)
            bars.push_back(fmt::format("{}: {}-{} in {}-{}", bar.colour, to_string(bar.begin), to_string(bar.end),
                                       bar.from, bar.to));
    }
    CHECK(bars == Texts{"1: 3-4 in 0-1", "2: 4-6 in 1-3", "3: 0-1 in 0-1", "3: 3-4 in 0-1", "3: 4-5 in 2-3"});
}

TEST_CASE("a chart with mistakes says which") {
    const std::string model = users("bool busy;", "!busy; assign busy = true", "busy = false");
    Lanes clock(model + "gantt { One: busy -> A.x, busy -> 2; }", "E<> A.done && B.done");
    CHECK(clock.chart().problem == "the colour of `busy` is a clock");
    CHECK(clock.declared() == Texts{"One: 1-2 busy 2, 3-4 busy 2"});
    for (const char* wrong : {"One: nobody -> 1;", "One: busy 1;", "One(i : bool): busy -> 1;", "One: busy -> A;"}) {
        Lanes mistaken(model + "gantt { " + wrong + " }", "E<> A.done && B.done");
        CHECK_FALSE(mistaken.chart().problem.empty());
        CHECK(mistaken.chart().lanes.empty());
    }
}
