// The digest of a network: blind to how the model is written, and to nothing else.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <utility>

#include "network/digest.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

const std::string original = R"(
int[0, 5] i = 1; meta bool m; clock x, y = 2; chan c; urgent chan d;
int f(int n) { return n + 1; }
process P(const int k) {
    state a { x <= 7 }, b; init a;
    trans a -> b { select s : int[0, 2]; guard i < 3 && x >= 4; sync c!; assign i = f(s), x = 0; };
}
process Q() {
    state a, b; commit b; init a;
    trans a -> b { guard y > 1; sync c?; }, b -> a { sync d?; };
}
A = P(3); B = Q();
system A, B;
)";

std::string replaced(const std::string& what, const std::string& by) {
    std::string text = original;
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("blanks, comments and other ways to say the same do not show in the digest") {
    const std::string digest = network_digest(network_of(original));
    CHECK(digest.size() == 64);
    CHECK(network_digest(network_of("// a comment\n\n" + original)) == digest);
    CHECK(network_digest(network_of(replaced("i < 3 && x >= 4", "( i<3 ) and x>=4"))) == digest);
    CHECK(network_digest(network_of(replaced("i = f(s)", "i := f(s)"))) == digest);
    CHECK(network_digest(network_of(replaced("x <= 7", "x <= 3 + 4"))) == digest);
}

TEST_CASE("every change of meaning or name shows in the digest") {
    const std::pair<const char*, const char*> changes[] = {
        {"int[0, 5] i", "int[0, 6] i"},
        {"i = 1", "i = 2"},
        {"meta bool", "bool"},
        {"y = 2", "y = 3"},
        {"chan c;", "broadcast chan c;"},
        {"urgent chan", "chan"},
        {"n + 1", "n + 2"},
        {"x <= 7", "x < 7"},
        {"x <= 7", "y <= 7"},
        {"int[0, 2]", "int[0, 3]"},
        {"i < 3", "i < 4"},
        {"x >= 4", "x >= 5"},
        {"x >= 4", "x > 4"},
        {"c!", "d!"},
        {"x = 0", "y = 0"},
        {"commit b", "urgent b"},
        {"init a", "init b"},
        {"b -> a {", "b -> b {"},
        {"system A, B", "system B, A"},
        {"system A, B", "system A < B"},
        {"A = P(3)", "A = P(4)"},
        {"state a, b; commit", "state a, b, c; commit"},
    };
    std::set<std::string> seen{network_digest(network_of(original))};
    for (const auto& change : changes) {
        const auto what = change.first;
        const auto by = change.second;
        CAPTURE(what);
        CAPTURE(by);
        const std::string digest = network_digest(network_of(replaced(what, by)));
        // The value of a parameter nobody reads is no part of the behaviour.
        CHECK(seen.insert(digest).second == (std::string(what) != "A = P(3)"));
    }
}

// Nothing that can be written tells two networks apart by their clauses alone: they follow from guards and updates.
// Other networks are made of networks, though, such as those without some of their slots.
TEST_CASE("the clauses that guards and updates are taken apart into show in the digest") {
    const Network whole = network_of(original);
    REQUIRE(whole.clauses.size() > 1);
    std::set<std::string> digests{network_digest(whole)};
    Network other = whole;
    other.clauses.pop_back();
    digests.insert(network_digest(other));
    other = whole;
    other.clauses.front().footprint = {};
    digests.insert(network_digest(other));
    other = whole;
    ++other.edges.front().guard_clauses.count;
    digests.insert(network_digest(other));
    other = whole;
    ++other.edges.front().update_clauses.count;
    digests.insert(network_digest(other));
    CHECK(digests.size() == 5);
}
