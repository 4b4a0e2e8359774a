// Which slots can be left out, which cannot and why, and what then becomes of a query.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

Answer decide(const std::string& text, const std::string& formula, Pruning pruning = Pruning::safe) {
    const Asked asked(text, formula);
    Settings settings;
    settings.pruning = pruning;
    SilentObserver silent;
    const Limits limits;
    return choose_engine(asked.network(), *asked.query)
        .engine->decide({asked.network(), *asked.query, settings, limits, silent});
}

// Verdicts agree with and without pruning; "P v": what was left out.
std::string left_out(const std::string& text, const std::string& formula) {
    const Answer answer = decide(text, formula);
    CHECK(answer.verdict == decide(text, formula, Pruning::none).verdict);
    if (answer.witness) CHECK(answer.witness->run != nullptr);
    return fmt::format("{}", fmt::join(answer.pruning->dropped, " "));
}

std::string why(const std::string& text, const std::string& formula, const std::string& name) {
    const Answer answer = decide(text, formula);
    CHECK(answer.verdict == decide(text, formula, Pruning::none).verdict);
    for (const Answer::Pruning::Kept& kept : answer.pruning->kept) {
        if (kept.name == name) return kept.why;
    }
    return "";
}

// A variable v that a process of its own changes as it likes, and another process P.
std::string with_drive(const std::string& declarations, const std::string& process, const std::string& system = "P") {
    return fmt::format(R"(int[0,2] v; int[0,9] w; clock x; {}
        process Drive() {{ state o; init o; trans o -> o {{ guard v < 2; assign v = v + 1; }},
            o -> o {{ guard v > 0; assign v = v - 1; }}; }}
        {} system Drive, {};)",
                       declarations, process, system);
}
std::string process(const std::string& edge, const std::string& states = "a, b") {
    return fmt::format("process P() {{ state {}; init a; trans a -> b {{ {} }}; }}", states, edge);
}

}  // namespace

TEST_CASE("a slot that can have any value at any time is left out") {
    CHECK(left_out(with_drive("", process("guard v == 2;")), "E<> P.b") == "v");
    CHECK(left_out(with_drive("", process("guard v == 2 && x > 3; assign x = 0;")), "E<> P.b && x > 1") == "v");
    CHECK(left_out(with_drive("", process("guard forall (i : int[0, 0]) (v > i && x > 2);")), "E<> P.b") ==
          "v");  // a condition that stands together with one on clocks
    const Answer answer = decide(with_drive("", process("guard v == 2;")), "E<> P.b");
    CHECK(answer.witness->length == 3);
    CHECK(answer.witness->spliced == 2);
}

TEST_CASE("what is assigned from it is a choice") {
    CHECK(left_out(with_drive("", process("assign w = 3 * v;")), "E<> w == 6") == "v");
    CHECK(left_out(with_drive("", process("assign w = 3 * v;")), "E<> w == 5") == "v");
    CHECK(left_out(with_drive("", process("guard v < 2; assign w = 3 * v;")), "A[] w <= 3") == "v");
    CHECK(left_out(with_drive("int[0,9] a[10];", process("assign a[v] = v, w = a[w] + v;")),
                   "E<> a[2] == 2 && w == 2") == "v");
    CHECK(left_out(
              with_drive("chan c[3];",
                         process("sync c[v]!;") + "process Q() { state a, b; init a; trans a -> b { sync c[2]?; }; }",
                         "P, Q"),
              "E<> Q.b") == "v");
    CHECK(left_out(with_drive("chan c[3];",
                              "process P() { state a, b; init a; trans a -> b { select i : int[0, 2]; guard v == i; "
                              "assign w = i; }; }"),
                   "E<> P.b && w == 2") == "v");
}

TEST_CASE("edges that act together find the same value") {
    const auto pair = [](int asked) {
        const std::string partner =
            "process Q() {{ state a, b; init a; trans a -> b {{ guard v == {}; sync c?; assign w = w + v; }}; }}";
        return with_drive("chan c;",
                          process("guard v == 1; sync c!; assign w = v;") + fmt::format(fmt::runtime(partner), asked),
                          "P, Q");
    };
    CHECK(left_out(pair(1), "E<> Q.b && w == 2") == "v");
    CHECK(left_out(pair(2), "E<> Q.b") == "v");
}

TEST_CASE("a formula may ask for it") {
    CHECK(left_out(with_drive("", process("guard v == 2;")), "E<> P.b && v == 0") == "v");
    CHECK(left_out(with_drive("", process("guard v == 2;")), "E<> P.b && v == w + 1") == "v");
    CHECK(left_out(with_drive("", process("guard v == 2;")), "A[] P.a || v != 1") == "v");
    CHECK(left_out(with_drive("", process("guard v == 2;")), "E<> v == 3 || (P.b && v == 3)") == "v");
    CHECK(decide(with_drive("", process("guard v == 2;")), "E<> P.b && v == 0").witness->spliced == 4);
}

TEST_CASE("what has been left out asks for nothing any more") {
    const std::string second = "process D2() { state o; init o; trans o -> o { guard v == 1; assign u = 1 - u; }; }";
    CHECK(left_out(with_drive("int[0,1] u;", second + process("guard u == 1 && v == 2;"), "D2, P"), "E<> P.b") ==
          "v u");
    CHECK(why(with_drive("int[0,1] u;",
                         "process D2() { state o, p; init o; trans o -> p { }, p -> p { assign u = 1 - u; }; }" +
                             process("guard u == 1;"),
                         "D2, P"),
              "E<> P.b", "u") == "its changes ask for `D2`");
}

TEST_CASE("processes can be left out, too") {
    const std::string walker = "process W() { state a, b; init a; trans a -> b { }, b -> a { }, b -> b { sync c!; }; }";
    CHECK(left_out(with_drive("chan c;", walker + process("sync c?;"), "W, P"), "E<> P.b") == "W v");
    CHECK(left_out(with_drive("chan c;", walker + process("sync c?;"), "W, P"), "E<> P.b && W.a") == "W v");
    CHECK(why(with_drive("chan c;", "process W() { state a { x < 3 }, b; init a; trans a -> b { }, b -> a { }; }", "W"),
              "E<> W.b", "W") == "its location bounds the delays");
}

TEST_CASE("what decides how long something lasts, or who has to act, stays") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {with_drive("", process("guard v == 2;", "a { v < 2 }, b")), "an invariant reads it"},
        {with_drive("", process("guard x >= v;")), "a clock is compared with it, or depending on it"},
        {with_drive("", process("guard v == 1 imply x > 2;")), "a clock is compared with it, or depending on it"},
        {with_drive("", process("assign x = v;")), "a clock is set to it"},
        {with_drive("", process("guard v == 2;", "a, b; commit a")),
         "a transition from a committed location takes part"},
    };
    for (const auto& [text, reason] : cases) CHECK(why(text, "E<> P.b", "v") == reason);
    CHECK(why(with_drive(
                  "urgent chan c;",
                  process("guard v == 2; sync c!;") + "process Q() { state a; init a; trans a -> a { sync c?; }; }",
                  "P, Q"),
              "E<> P.b", "v") == "an urgent synchronisation takes part");
    CHECK(why(with_drive(
                  "broadcast chan c;",
                  process("guard v == 2; sync c?;") + "process Q() { state a; init a; trans a -> a { sync c!; }; }",
                  "P, Q"),
              "E<> P.b", "v") == "who has to receive a broadcast depends on it");
    CHECK(why(with_drive("chan c; chan priority c < default;", process("guard v == 2;")), "E<> P.b", "v") ==
          "transitions have priorities");
    CHECK(why(with_drive("int f() { return v; }", process("guard f() == 2;")), "E<> P.b", "v") ==
          "it is read through a computed index or by a function");
    CHECK(why(with_drive("", process("guard v == 2;")), "E<> P.b && x > v", "v") ==
          "the query compares a clock with it");
}

TEST_CASE("values have to be free, and to come back") {
    const auto drive = [](const std::string& edges) {
        return "int[0,2] v; clock x; process D() { state o; init o; trans " + edges + "; } system D;";
    };
    CHECK(why(drive("o -> o { guard v < 2; assign v = v + 1; }"), "E<> v == 2", "v") ==
          "it does not come back from some of its values");
    CHECK(
        why(drive("o -> o { guard v == 0; assign v = 1; }, o -> o { guard v == 1; assign v = 0; }"), "E<> v == 2", "v")
            .empty());
    CHECK(why(drive("o -> o { assign v = 1 - v; }, o -> o { guard x > 2; assign v = 2; }"), "E<> v == 2", "v") ==
          "clocks take part in its changes");
    CHECK(why(drive("o -> o { assign v = 0; }"), "E<> v == 2", "v") == "it never changes");
    const Answer failing = decide(drive("o -> o { assign v = v + 1; }"), "E<> v > 7");
    CHECK(failing.verdict == Verdict::error);
    CHECK(failing.pruning->kept.front().why == "a change of it can end in a run-time error");
}

TEST_CASE("what cannot be put back is searched for again") {
    // The end is at a committed location, where v cannot change any more, and v was asked to be something else before.
    const std::string text = with_drive("", process("guard v == 1;", "a, b; commit b"));
    const Answer answer = decide(text, "E<> P.b && v == 2");
    CHECK(answer.verdict == Verdict::not_satisfied);
    CHECK(answer.pruning->restored == std::vector<std::string>{"v"});
    CHECK(decide(text, "E<> P.b && v == 1").verdict == Verdict::satisfied);
}
