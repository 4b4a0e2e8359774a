// Where nobody reads a variable before it is written again.
#include <doctest/doctest.h>

#include "network/analyses/distinction.hpp"
#include "space/layout.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

// The names of what is dead where each process is at its location with this number.
std::string dead(const std::string& text, const std::vector<std::int32_t>& locations,
                 const std::string& formula = "E<> P.B") {
    const Asked asked(text, formula);
    const Network& network = asked.network();
    const LiveSlots live(network, slots_read(*asked.query));
    std::vector<std::int32_t> state = initial_slots(network);
    std::copy(locations.begin(), locations.end(), state.begin());
    std::string names;
    for (std::size_t i = 0; i < live.mortal().size(); ++i) {
        if (live.is_dead(network, state, i)) names += (names.empty() ? "" : " ") + network.slots[live.mortal()[i]].name;
    }
    return names;
}

// A and B in turn; v is read in B alone.
std::string turns(const std::string& to_b, const std::string& to_a = "guard v > 0;",
                  const std::string& declarations = "") {
    return "int v, w, i; int a[2]; const int k = 1; clock x;" + declarations +
           "process P() { state A, B; init A; trans A -> B { " + to_b + " }, B -> A { " + to_a + " }; } system P;";
}

}  // namespace

TEST_CASE("what is written before it is read is dead until then") {
    CHECK(dead(turns("assign v = 1;"), {0}) == "v");
    CHECK(dead(turns("assign v = 1;"), {1}).empty());
    CHECK(dead(turns("guard v == 0; assign v = 1;"), {0}).empty());
}

TEST_CASE("all that is read counts: updates, channels, invariants, bounds of clocks") {
    CHECK(dead(turns("assign v = 1;", "assign w = v;"), {0}, "E<> w == 1") == "v");
    CHECK(dead(turns("assign v = 1;", "assign w = v;"), {1}, "E<> w == 1").empty());
    CHECK(dead(turns("assign v = 1;", "sync c[v]!;", "chan c[2];"), {1}).empty());
    CHECK(dead(turns("assign v = 1;", "guard x < v;"), {1}).empty());
    CHECK(dead(turns("assign v = 1;", "assign x = v;"), {1}).empty());
    const std::string invariant =
        "int v; clock x; process P() { state A, B { x <= v }; init A; trans A -> B { assign v = 1; }, B -> A { }; } "
        "system P;";
    CHECK(dead(invariant, {0}) == "v");
    CHECK(dead(invariant, {1}).empty());
}

TEST_CASE("a variable that its own update reads is not dead") {
    CHECK(dead(turns("assign v = v + 1;"), {0}).empty());
    CHECK(dead(turns("assign v++;"), {0}).empty());
    CHECK(dead(turns("assign v += 1;"), {0}).empty());
}

TEST_CASE("only what is written in any case, and at a known place, is written") {
    CHECK(dead(turns("assign w > 0 && (v = 1);"), {0}).empty());
    CHECK(dead(turns("assign w = w > 0 ? (v = 1) : 2;"), {0}).empty());
    CHECK(dead(turns("assign v = w > 0 ? 1 : 2;"), {0}) == "v");
    CHECK(dead(turns("assign a[i] = 1;", "guard a[0] > 0;"), {0}) == "a[1]");
    CHECK(dead(turns("assign a[1] = 1;", "guard a[i] > 0;"), {0}) == "a[1]");
    CHECK(dead(turns("assign a[k - 1] = 1;", "guard a[0] > 0;"), {0}) == "a[0]");
}

TEST_CASE("functions write what they write on all ways through them") {
    CHECK(dead(turns("assign f();", "guard v > 0;", "void f() { v = 1; }"), {0}) == "v");
    CHECK(dead(turns("assign f();", "guard v > 0;", "void f() { if (w > 0) v = 1; }"), {0}).empty());
    CHECK(dead(turns("assign f();", "guard v > 0;", "void f() { if (w > 0) return; v = 1; }"), {0}).empty());
    CHECK(dead(turns("assign f();", "guard v > 0;", "void f() { while (w > 0) { v = 1; w = 0; } }"), {0}).empty());
    CHECK(dead(turns("guard w > 0 || f();", "guard v > 0;", "bool f() { return v > 0; }"), {0}).empty());
    CHECK(dead(turns("assign f(v);", "guard v > 0;", "void f(int& r) { r = 1; }"), {0}).empty());
    CHECK(dead(turns("assign w > 0 && f();", "guard v > 0;", "bool f() { v = 1; return true; }"), {0}).empty());
}

TEST_CASE("assignments of one update run one after the other") {
    CHECK(dead(turns("assign v = 1, w = v;", "guard w > 0;"), {0}) == "v w");
    CHECK(dead(turns("assign w = v, v = 1;", "guard w > 0;"), {0}) == "w");
}

TEST_CASE("what a query reads is never dead") {
    CHECK(dead(turns("assign v = 1;"), {0}, "E<> v == 1").empty());
    CHECK(dead(turns("assign v = 1;"), {0}, "sup: v").empty());
    CHECK(dead(turns("assign v = 1;"), {0}, "P.A --> v == 1").empty());
    CHECK(dead(turns("assign v = 1;"), {0}, "A[] not deadlock") == "v");
}

TEST_CASE("another process may read it") {
    const std::string text = R"(int v;
        process P() { state A, B; init A; trans A -> B { assign v = 1; }, B -> A { guard v > 0; }; }
        process Q() { state A, B, C; init A; trans A -> B { assign v = 2; }, B -> C { guard v == 1; }; }
        system P, Q;)";
    CHECK(dead(text, {0, 0}) == "v");
    CHECK(dead(text, {1, 0}).empty());
    CHECK(dead(text, {0, 1}).empty());
    CHECK(dead(text, {0, 2}) == "v");
}

namespace {

std::string handed_over(const std::string& channel, const std::string& before, const std::string& sending,
                        const std::string& receiving) {
    return "int v, w; " + channel + R"( c;
        process P() { state A, B; init A; trans A -> B { )" +
           before + " }, B -> A { sync c!; " + sending + R"( }; }
        process Q() { state A, B; init A; trans A -> B { )" +
           receiving.substr(0, receiving.find('|')) + " sync c?; " + receiving.substr(receiving.find('|') + 1) +
           R"( }, B -> A { guard w > 0; }; }
        system P, Q;)";
}

}  // namespace

TEST_CASE("a value that is sent along lives as long as that takes") {
    for (const std::string channel : {"chan", "broadcast chan"}) {
        CAPTURE(channel);
        const std::string at_once = handed_over(channel, "", "assign v = 1;", "|assign w = v;");
        CHECK(dead(at_once, {0, 0}) == "v w");
        CHECK(dead(at_once, {1, 0}) == "v w");
        CHECK(dead(at_once, {0, 1}) == "v");
        const std::string earlier = handed_over(channel, "assign v = 1;", "", "|assign w = v;");
        CHECK(dead(earlier, {0, 0}) == "v w");
        CHECK(dead(earlier, {1, 0}) == "w");
        CHECK(dead(earlier, {1, 1}).empty());  // who sends does not know whether anybody listens
        const std::string guarded = handed_over(channel, "", "assign v = 1;", "guard v > 0;|assign w = v;");
        CHECK(dead(guarded, {0, 0}) == "w");
        const std::string never = handed_over(channel, "", "", "|assign w = v, v = 0;");
        CHECK(dead(never, {0, 0}) == "w");
    }
}

TEST_CASE("a sender cannot count on what only some of those write that it may meet") {
    const std::string one =
        "chan c; int v; process P() { state A, B; init A; trans A -> B { sync c!; }, B -> A { guard v > 0; }; }"
        "process Q() { state A; init A; trans A -> A { sync c?; assign v = 1; }; }";
    CHECK(dead(one + "system P, Q;", {0, 0}) == "v");
    CHECK(dead("broadcast " + one + "system P, Q;", {0, 0}).empty());  // perhaps nobody listens
    CHECK(dead(one + "process R() { state A; init A; trans A -> A { sync c?; }; } system P, Q, R;", {0, 0, 0}).empty());
}

TEST_CASE("states that differ in what is dead are stored as one, and keep what lives") {
    const Asked asked(turns("assign v = 1, w = 2;", "guard v > w;"), "E<> P.B");
    const Network& network = asked.network();
    const Distinction distinction(network, slots_read(*asked.query));
    const Layout layout(network, &distinction);
    std::vector<std::int32_t> state = initial_slots(network), read(state.size());
    std::vector<std::uint32_t> packed(layout.words());
    const auto stored = [&](std::int32_t location, std::int32_t v, std::int32_t w) {
        state[0] = location;
        state[1] = v;
        state[2] = w;
        layout.pack(state, packed.data());
        layout.unpack(packed.data(), read);
        return std::vector{read[0], read[1], read[2]};
    };
    CHECK(stored(0, 7, -9) == std::vector{0, 0, 0});
    CHECK(stored(1, 7, -9) == std::vector{1, 7, -9});
    state[0] = 0;
    CHECK(telling_slots(network, &distinction, state) == std::vector<std::uint32_t>{0});
    state[0] = 1;
    CHECK(telling_slots(network, &distinction, state) == std::vector<std::uint32_t>{0, 1, 2});
}
