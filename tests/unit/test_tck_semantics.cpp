// What TChecker's models do: vectors, weak parts, values out of range, several initial locations, labels.
#include "space/starts.hpp"
#include "space/walk.hpp"
#include "tck.hpp"

using namespace crowfly;

namespace {

// Processes A, B and C, each with an edge from a to b with the event e that appends its digit to n.
std::string three(const std::string& sync, const std::string& initial_of_b = "a") {
    std::string text = "system:s\nevent:e\nevent:f\nint:1:0:999:0:n\n";
    for (const std::string name : {"A", "B", "C"}) {
        const std::string digit(1, static_cast<char>(name[0] - 'A' + '1'));
        const std::string initial = name == "B" ? initial_of_b : "a";
        text += "process:" + name + "\nlocation:" + name + ":a" + (initial == "a" ? "{initial:}" : "") +
                "\nlocation:" + name + ":b" + (initial == "b" ? "{initial:}" : "") + "\nedge:" + name +
                ":a:b:e{do: n = n * 10 + " + digit + "}\n";
    }
    return text + sync;
}

}  // namespace

TEST_CASE("updates run in the order of the sync line, whatever the order of processes") {
    CHECK(TckModel(three("sync:A@e:B@e:C@e\n")).reachable("n == 123"));
    CHECK(TckModel(three("sync:C@e:A@e:B@e\n")).reachable("n == 312"));
    CHECK(TckModel(three("sync:B@e?:C@e:A@e?\n")).reachable("n == 231"));
    CHECK_FALSE(TckModel(three("sync:C@e:A@e:B@e\n")).reachable("n != 0 && n != 312"));
}

TEST_CASE("all guards are read before any update runs") {
    TckModel model(
        "system:s\nevent:e\nint:1:0:9:0:n\nprocess:A\nlocation:A:a{initial:}\nlocation:A:b\nedge:A:a:b:e{provided: "
        "n==0 : do: n=1}\n"
        "process:B\nlocation:B:a{initial:}\nlocation:B:b\nedge:B:a:b:e{provided: n==0 : do: n=n+5}\nsync:A@e:B@e\n");
    CHECK(model.reachable("A.b && B.b && n == 6"));
}

TEST_CASE("an event is on its own where no sync line names it with the process") {
    TckModel model(three("sync:A@e:B@e\n"));
    CHECK(model.reachable("n == 3"));  // C alone
    CHECK(model.reachable("n == 312"));
    CHECK_FALSE(model.reachable("n == 1 || n == 2"));
}

TEST_CASE("strong parts are all needed, weak ones join if their location has the event") {
    CHECK_FALSE(TckModel(three("sync:A@e:B@e:C@e\n", "b")).reachable("n != 0"));
    TckModel weak(three("sync:A@e:B@e?:C@e\n", "b"));
    CHECK(weak.reachable("n == 13"));
    CHECK_FALSE(weak.reachable("n != 0 && n != 13"));
    TckModel present(three("sync:A@e:B@e?:C@e\n"));
    CHECK(present.reachable("n == 123"));
    CHECK_FALSE(present.reachable("n == 13"));
}

TEST_CASE("a vector of weak parts needs at least one") {
    TckModel all(three("sync:A@e?:B@e?:C@e?\n"));
    CHECK(all.reachable("n == 123"));
    CHECK_FALSE(all.reachable("n != 0 && n != 123"));
    TckModel two(three("sync:B@e?:A@e?:C@e?\n", "b"));
    CHECK(two.reachable("n == 13"));
    CHECK_FALSE(two.reachable("n != 0 && n != 13"));
    TckModel once(three("sync:A@e?:B@e?:C@e?\n"));
    CHECK_FALSE(once.reachable("n > 123"));  // everybody is at b then, and nobody is left
}

TEST_CASE("a vector may bind different events, and an event may be in several vectors") {
    TckModel model(
        "system:s\nevent:ask\nevent:hear\nint:1:0:9:0:n\nprocess:A\nlocation:A:a{initial:}\nlocation:A:b\nedge:A:a:b:"
        "ask\n"
        "process:B\nlocation:B:a{initial:}\nedge:B:a:a:hear{do:n=1}\nprocess:C\nlocation:C:a{initial:}\nedge:C:a:a:"
        "hear{do:n=2}\n"
        "sync:A@ask:B@hear\nsync:A@ask:C@hear\n");
    CHECK(model.network().transitions.size() == 2);
    CHECK(model.reachable("A.b && n == 1"));
    CHECK(model.reachable("A.b && n == 2"));
}

TEST_CASE("clock guards of all parts must hold together, and every choice of edges is tried") {
    const std::string text =
        "system:s\nevent:e\nclock:2:x\nint:1:0:9:0:n\nprocess:A\nlocation:A:a{initial: : invariant: "
        "x[0]<=5}\nlocation:A:b\nedge:A:a:b:e{provided: x[0]>=2}\n"
        "process:B\nlocation:B:a{initial:}\nlocation:B:b\nedge:B:a:b:e{provided: x[1]<=3 : do: "
        "n=1}\nedge:B:a:b:e{provided: x[1]>=4 : do: n=2}\n"
        "sync:A@e:B@e\n";
    TckModel model(text);
    CHECK(model.reachable("A.b && n == 1"));
    CHECK(model.reachable("A.b && n == 2"));
    CHECK_FALSE(model.reachable("A.b && B.a"));
    const Walk steps = walk(model.network(), 7, 5);
    CHECK(steps.steps.size() == 1);
    CHECK(steps.steps.front().move.firing.participants.size() == 2);
}

TEST_CASE("while a location is committed, some part of a vector must leave one") {
    const std::string before =
        "system:s\nevent:e\nevent:f\nint:1:0:9:0:n\nprocess:A\nlocation:A:a{initial:}\nlocation:A:b\nedge:A:a:b:e{do:n="
        "1}\n"
        "process:B\nlocation:B:a{initial:}\nlocation:B:b\nedge:B:a:b:e\nprocess:C\nlocation:C:a{initial: : "
        "committed:}\nlocation:C:b\n";
    TckModel outside(before + "edge:C:a:b:f\nsync:A@e:B@e\n");
    CHECK_FALSE(outside.reachable("C.a && n == 1"));
    CHECK(outside.reachable("C.b && n == 1"));
    TckModel inside(before + "edge:C:a:b:e\nsync:A@e:B@e:C@e?\n");
    CHECK(inside.reachable("C.b && n == 1"));
}

TEST_CASE("a value out of its range disables the transition, in updates, guards and invariants") {
    const auto reaches_b = [](const std::string& attributes) {
        return TckModel(one_edge("", attributes)).reachable("P.b");
    };
    CHECK(reaches_b("do: i = 5"));
    CHECK_FALSE(reaches_b("do: i = 6"));
    CHECK_FALSE(reaches_b("do: i = 1; l[3] = 0"));
    CHECK_FALSE(reaches_b("do: i = 1/i"));
    CHECK_FALSE(reaches_b("do: x = -1"));
    CHECK_FALSE(reaches_b("do: x = y[0] + l[i] - 2"));
    CHECK_FALSE(reaches_b("do: y[i+2] = 0"));
    CHECK_FALSE(reaches_b("provided: l[i-1] == 1"));
    CHECK_FALSE(reaches_b("provided: x >= l[i-1]"));
    CHECK_FALSE(TckModel("system:s\nevent:e\nint:3:0:9:1:l\nint:1:0:9:0:i\nprocess:P\nlocation:P:a{initial:}\nlocation:"
                         "P:b{invariant: l[i]==1}\nedge:P:a:b:e{do:i=3}\n")
                    .reachable("P.b"));
    // One edge that is disabled takes the whole vector with it.
    CHECK_FALSE(TckModel(one_edge("", "do: i = 6",
                                  "process:Q\nlocation:Q:a{initial:}\nlocation:Q:b\nedge:Q:a:b:e\nsync:Q@e:P@e\n"))
                    .reachable("Q.b"));
}

TEST_CASE("a loop without end is not taken for a disabled transition") {
    TckModel model(one_edge("", "do: while i==0 do nop end"));
    const Walk steps = walk(model.network(), 1, 3);
    CHECK(steps.end == Walk::End::run_time_error);
}

TEST_CASE("several initial locations are as many starts, as far as invariants allow") {
    const std::string text =
        "system:s\nint:1:0:1:0:i\nclock:1:x\nevent:e\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b{initial:}"
        "\nlocation:P:c{initial: : invariant: i==1}\n"
        "process:Q\nlocation:Q:a{initial:}\nlocation:Q:b{initial:}\n";
    TckModel model(text);
    CHECK(count_starts(model.network()) == 6);
    std::set<std::vector<std::int32_t>> starts;
    std::vector<std::int32_t> slots = first_start(model.network());
    do {
        starts.insert(slots);
    } while (next_start(model.network(), slots));
    CHECK(starts.size() == 6);
    CHECK(slots == first_start(model.network()));
    for (const char* both : {"P.a && Q.a", "P.a && Q.b", "P.b && Q.a", "P.b && Q.b"})
        CHECK_MESSAGE(model.reachable(both), both);
    CHECK_FALSE(model.reachable("P.c"));
    CHECK_FALSE(model.reachable("false"));
    CHECK(model.result.statistics.stored == 4);
    std::set<std::vector<std::int32_t>> walked;
    for (std::uint64_t seed = 0; seed < 64; ++seed) walked.insert(walk(model.network(), seed, 0).initial->slots);
    CHECK(walked.size() == 4);
}

TEST_CASE("a start that no invariant allows is reported when walking, and reaches nothing") {
    TckModel model("system:s\nint:1:0:1:0:i\nprocess:P\nlocation:P:a{initial: : invariant: i==1}\n");
    CHECK_FALSE(model.reachable("P.a"));
    CHECK(walk(model.network(), 1, 3).end == Walk::End::bad_start);
}

TEST_CASE("a clock set to another plus a number runs on from there") {
    TckModel model(one_edge("", "provided: y[0]==3 : do: x = y[0] + 2"));
    CHECK(model.reachable("P.b && x == 5 && y[0] == 3"));
    CHECK(model.reachable("P.b && x == 7"));
    CHECK_FALSE(model.reachable("P.b && x - y[0] != 2"));
    TckModel chain(one_edge("", "do: x = y[0] + 2; y[1] = x + 1; y[0] = 0"));
    CHECK(chain.reachable("P.b && y[1] - x == 1 && x - y[0] >= 2"));
    CHECK_FALSE(chain.reachable("P.b && x - y[0] < 2"));
}

TEST_CASE("statements compute") {
    const auto value_after = [](const std::string& updates, const std::string& expected) {
        return TckModel(one_edge("int:1:-100:100:0:r", "do:" + updates)).reachable("P.b && r == " + expected);
    };
    CHECK(value_after("local n = 4; local f = 1; while n > 1 do f = f * n; n = n - 1 end; r = f", "24"));
    CHECK(value_after("if i == 0 then r = 1; r = r + 1 else r = 9 end", "2"));
    CHECK(value_after("if i then r = 1 else r = 9 end", "9"));
    CHECK(value_after("local i = 3; r = i", "3"));
    CHECK(value_after("local i = i + 1; r = i; local j = i + 1; r = r * 10 + j", "12"));
    CHECK(value_after("local a[3]; a[1] = 7; r = a[0] + a[1]", "7"));
    CHECK(value_after("r = (if i == 0 then (if l[0] == 1 then 5 else 6) else 7)", "5"));
    CHECK(value_after("r = 2 + 3 * 4 - -1 % 2", "15"));
}

TEST_CASE("a state has a label if some current location has it") {
    TckModel model(
        "system:s\nevent:e\nprocess:P\nlocation:P:a{initial: : labels: one}\nlocation:P:b{labels: two, "
        "three}\nedge:P:a:b:e\n"
        "process:Q\nlocation:Q:a{initial: : labels: three}\nlocation:Q:b{labels: one}\nedge:Q:a:b:e\n");
    CHECK(model.reaches_labels("one"));
    CHECK(model.reaches_labels("two, three"));
    CHECK(model.reaches_labels("one,two"));
    CHECK(model.reaches_labels("one,three"));
    TckModel apart(
        "system:s\nevent:e\nprocess:P\nlocation:P:a{initial: : labels: one}\nlocation:P:b{labels: "
        "two}\nedge:P:a:b:e\n");
    CHECK_FALSE(apart.reaches_labels("one,two"));
    for (const char* wrong : {"tow", "one,tow", ",", ""}) {
        Diagnostics said;
        CHECK_FALSE(model::reach_query(apart.checker->model(), wrong, {}, said).has_value());
        CHECK(said.all().front().code == Code::unknown_label);
        CHECK(said.all().front().hint.find("one, two") != std::string::npos);
    }
}

TEST_CASE("queries name processes, locations and variables, dots as underscores") {
    TckModel model(
        "system:s\nevent:e\nint:2:0:9:0:l\nclock:1:x\nprocess:P.1\nlocation:P.1:a.b{initial:}\nlocation:P.1:a_"
        "b\nlocation:P.1:c.d\nedge:P.1:a.b:c.d:e{do:l[1]=3}\n");
    CHECK(model.reachable("P_1.c_d && l[1] == 3 && x > 2"));
    CHECK_FALSE(model.reachable("P_1.a_b"));  // the one that is really called so
    CHECK_FALSE(model.query("E<> P_1.nowhere").has_value());
}
