// What is warned about in a network, each with its nearest neighbour that is fine.
#include <doctest/doctest.h>

#include <algorithm>

#include "checked.hpp"
#include "network/compile/compile.hpp"
#include "network/warnings/warnings.hpp"

using namespace crowfly;

namespace {

// The warnings about a model, as codes; "W020" is one at the mark, "W020 at 3:7" anywhere else.
std::string warned(const std::string& text, const std::string& queries = "E<> true") {
    uppaal::Checked model(text);
    REQUIRE(model.errors() == "");
    Diagnostics errors;
    const Compiler compiler(model.checker->model(), errors);
    REQUIRE_FALSE(errors.has_errors());
    QueryWords words;
    words.add(queries);
    Diagnostics said;
    warn_about(compiler.network(), words, said);
    return uppaal::summary(model.sources, said, Severity::warning, model.marked.at);
}

Diagnostic first_of(const std::string& text) {
    const uppaal::Checked model(text);
    Diagnostics said;
    const Compiler compiler(model.checker->model(), said);
    warn_about(compiler.network(), {}, said);
    REQUIRE(said.all().size() == 1);
    return said.all().front();
}

std::string edge(const std::string& name, const std::string& sync) {
    return "process " + name + "() { state a; init a; trans a -> a { sync " + sync + "; }; }\n";
}

// One edge from a to b.
std::string timed(const std::string& source, const std::string& guard, const std::string& update,
                  const std::string& target) {
    const auto label = [](const std::string& keyword, const std::string& text) {
        return text.empty() ? "" : keyword + " " + text + "; ";
    };
    return "clock x, y; int n; bool p;\nprocess P() { state a { " + source + " }, b { " + target +
           " };\ninit a;\ntrans a -> b { " + label("guard", guard) + label("assign", update) + "}; }\nsystem P;";
}

}  // namespace

TEST_CASE("a binary channel needs somebody on the other side") {
    CHECK(warned("chan c; " + edge("P", "@c!") + "system P;") == "W020");
    CHECK(warned("chan c; " + edge("P", "@c?") + "system P;") == "W021");
    CHECK(warned("chan c; " + edge("P", "c!") + edge("Q", "c?") + "system P, Q;") == "");
    // A process does not synchronise with itself.
    CHECK(
        warned("chan c; process P() { state a; init a; trans a -> a { sync c!; }, a -> a { sync c?; }; } system P;") ==
        "W020 at 1:60, W021 at 1:81");
    // Templates that take no part are no partners.
    CHECK(warned("chan c; " + edge("P", "@c!") + edge("Q", "c?") + "system P;") == "W020");
}

TEST_CASE("a broadcast needs no receivers, but receivers need a sender") {
    CHECK(warned("broadcast chan c; " + edge("P", "c!") + "system P;") == "");
    CHECK(warned("broadcast chan c; " + edge("P", "@c?") + "system P;") == "W021");
    CHECK(warned("broadcast chan c; " + edge("P", "c!") + edge("Q", "c?") + "system P, Q;") == "");
}

TEST_CASE("arrays, parameters and several processes are seen through") {
    const std::string ring =
        "process P(int[0,2] i) { state a; init a; trans a -> a { sync c[i]!; }, a -> a { sync c[(i + 1) % 3]?; }; } "
        "system P;";
    CHECK(warned("chan c[3]; " + ring) == "");
    // One process of a template is stuck, the others are not: the text is fine.
    const std::string some = "chan c[3]; process P(int[0,2] i) { state a; init a; trans a -> a { sync @c[i]!; }; }\n";
    CHECK(warned(some + edge("Q", "c[1]?") + "system P, Q;") == "");
    CHECK(warned(some + "system P;") == "W020");
    CHECK(warned("chan c, d; process P(chan &e) { state a; init a; trans a -> a { sync e!; }; }\n" + edge("Q", "d?") +
                 "A = P(c); B = P(d); system A, B, Q;") == "");
    CHECK(warned("chan c; process P(chan &e) { state a; init a; trans a -> a { sync @e!; }; }\n A = P(c); system A;") ==
          "W020");
    CHECK(warned("chan c[3]; int i; " + edge("P", "c[i]!") + edge("Q", "c[2]?") + "system P, Q;") == "");
}

TEST_CASE("a channel is told about once, with the number of its other edges") {
    const Diagnostic d = first_of(
        "chan c; process P() { state a; init a; trans a -> a { sync c!; }, a -> a { sync c!; }, a -> a { sync c!; }; } "
        "system P;");
    CHECK(d.message == "no other process receives on `c`: this edge can never fire");
    CHECK(d.hint.ends_with("the same goes for 2 other edges"));
}

TEST_CASE("an element of an array of channels is named by its index, if that is always the same") {
    CHECK(first_of("chan c[3]; " + edge("P", "c[2]!") + "system P;").message ==
          "no other process receives on `c[2]`: this edge can never fire");
    CHECK(first_of("chan c[3]; process P(int[0,2] i) { state a; init a; trans a -> a { sync c[i]?; }; } system P;")
              .message == "no other process sends on `c[…]`: this edge can never fire");
}

TEST_CASE("a location needs a path from the initial one") {
    CHECK(warned("process P() { state a, b, @c; init a; trans a -> b, c -> b; } system P;") == "W022");
    CHECK(warned("process P() { state a, b, c; init a; trans a -> b, b -> c; } system P;") == "");
    CHECK(warned("process P() { state a, b, @c; init a; trans a -> b, c -> c; } system P;") == "W022");
    CHECK(warned("process P() { state a, c; branchpoint b; init a; trans a -> b { }, b -> c { probability 1; }; } "
                 "system P;") == "");
    // Not what a guard rules out, and not in a template that takes no part.
    CHECK(warned("process P() { state a, b; init a; trans a -> b { guard false; }; } process Q() { state a, b; init a; "
                 "} system P;") == "");
}

TEST_CASE("a guard must leave some values of the invariant") {
    CHECK(warned(timed("x <= 5", "@x >= 9", "x = 0", "")) == "W023");
    CHECK(warned(timed("x <= 5", "x >= 5", "x = 0", "")) == "");
    CHECK(warned(timed("x < 5", "@x >= 5", "x = 0", "")) == "W023");
    CHECK(warned(timed("x <= 5", "x == 5", "x = 0", "")) == "");
    CHECK(warned(timed("", "@x > 3 && x < 3", "x = 0", "")) == "W023");
    CHECK(warned(timed("x <= 3", "@x - y >= 4", "x = 0", "")) == "W023");
    CHECK(warned(timed("x <= 4", "x - y >= 4", "x = 0", "")) == "");
}

TEST_CASE("the invariant of the target must hold after the update") {
    CHECK(warned(timed("", "@x >= 4", "", "x <= 3")) == "W023");
    CHECK(warned(timed("", "x >= 4", "x = 0", "x <= 3")) == "");
    CHECK(warned(timed("", "x >= 4", "y = 0", "y <= 3")) == "");
    CHECK(warned(timed("", "@x >= 4", "x = 7", "x <= 3")) == "W023");
    CHECK(warned(timed("", "@x >= 4", "x = 0, x = 7", "x <= 3")) == "W023");
    CHECK(warned(timed("", "x >= 4", "x = 7, x = 0", "x <= 3")) == "");
    CHECK(warned(timed("", "x >= 4", "x = n", "x <= 3")) == "");
    CHECK(warned(timed("x <= 3", "x >= 3", "", "x <= 3")) == "");
}

TEST_CASE("what depends on variables or on others is given the benefit of the doubt") {
    CHECK(warned(timed("p imply x <= 5", "x >= 9", "x = 0", "")) == "");
    CHECK(warned(timed("x <= n", "x >= 9", "x = 0", "")) == "");
    const std::string sends =
        "clock x; chan c; process P() { state a, b { x <= 3 }; init a; trans a -> b { guard x >= 4; sync c!; }; }\n";
    CHECK(warned(sends + "process Q() { state a; init a; trans a -> a { sync c?; assign x = 0; }; } system P, Q;") ==
          "");
    CHECK(warned(sends + "process Q() { state a; init a; trans a -> a { sync c?; }; } system P, Q;") == "W023 at 1:84");
    const std::string argument =
        "process P(const int k) { clock x; state a { x <= 5 }, b; init a; trans a -> b { guard @x >= k; assign x = 0; "
        "}; }\n";
    CHECK(warned(argument + "A = P(3); B = P(9); system A, B;") == "");
    CHECK(warned(argument + "B = P(9); system B;") == "W023");
}

TEST_CASE("a clock that is set is compared somewhere, or asked about") {
    const std::string idle = "clock @x; process P() { state a; init a; trans a -> a { assign x = 0; }; } system P;";
    CHECK(warned(idle) == "W024");
    CHECK(warned(idle, "E<> x > 3") == "");
    CHECK(warned(idle, "") == "");  // nobody knows what will be asked
    CHECK(warned("clock x; process P() { state a; init a; trans a -> a { guard x > 1; assign x = 0; }; } system P;") ==
          "");
    CHECK(warned("clock x; process P() { state a { x <= 3 }; init a; trans a -> a { assign x = 0; }; } system P;") ==
          "");
    CHECK(warned("clock x, y; process P() { state a; init a; trans a -> a { guard y > 1; assign x = 0, y = x; }; } "
                 "system P;") == "");
    // Of an array one element is enough.
    CHECK(warned("clock x[3]; process P(int[0,2] i) { state a; init a; trans a -> a { guard x[1] > 2; assign x[i] = 0; "
                 "}; } system P;") == "");
    CHECK(warned("process P(int[0,2] i) { clock @x; state a; init a; trans a -> a { assign x = 0; }; } system P;") ==
          "W024");
    CHECK(warned("process P(int[0,2] i) { clock x; state a; init a; trans a -> a { assign x = 0; }; } system P;",
                 "E<> P(1).x > 3") == "");
}

TEST_CASE("a clock that bounds a location one comes back to is reset") {
    const auto round = [](const std::string& update) {
        return "clock x; process P() { state a, b { @x <= 5 }; init a; trans a -> b { " + update +
               " }, b -> a { }; } system P;";
    };
    CHECK(warned(round("")) == "W025");
    CHECK(warned(round("assign x = 0;")) == "");
    // Time since the start: a deadline for what happens once, a guard, a query.
    CHECK(warned("clock x; process P() { state a { x <= 5 }, b; init a; trans a -> b { guard x >= 3; }; } system P;") ==
          "");
    CHECK(
        warned("clock x; process P() { state a, b; init a; trans a -> b { guard x <= 5; }, b -> a { }; } system P;") ==
        "");
    // The end of all time.
    CHECK(warned("clock x; process P() { state a { x <= 9 }, b { x <= 9 }; init a; trans a -> b { }, b -> a { }; } "
                 "system P;") == "");
    CHECK(warned("clock x; process P() { state a { x <= 9 }; init a; trans a -> a { guard x > 1; }; } system P;") ==
          "");
}
