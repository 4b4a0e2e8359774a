// What a search may use: when it has to end, and what is left for a second one.
#include <doctest/doctest.h>

#include "base/alarm.hpp"
#include "search/settings/limits.hpp"

using namespace crowfly;

namespace {

Limits limited() {
    Limits limits;
    limits.seconds = 10;
    limits.bytes = 1000;
    limits.states = 100;
    limits.explored = 50;
    return limits;
}

// What becomes of a search under these limits that has used all but one of everything, and some more.
std::string ended(void (*more)(Statistics&), std::size_t more_bytes = 0) {
    Statistics used;
    used.seconds = 9;
    used.stored = 99;
    used.explored = 49;
    more(used);
    return Budget(limited()).exceeded(used, 999 + more_bytes);
}

}  // namespace

TEST_CASE("a second search may use what the first one left") {
    Statistics used;
    used.seconds = 4;
    used.bytes = 300;
    used.stored = 30;
    used.explored = 20;
    const Limits left = left_of(limited(), used);
    CHECK(left.seconds == 6);
    CHECK(left.bytes == 700);
    CHECK(left.states == 70);
    CHECK(left.explored == 50);  // each search expands as many as it was to
}

TEST_CASE("nothing is left of what was used up") {
    Statistics used;
    used.bytes = 1001;
    used.stored = 101;
    const Limits left = left_of(limited(), used);
    CHECK(left.bytes == 0);
    CHECK(left.states == 0);
}

TEST_CASE("a search may use as much as its limits, and no more") {
    CHECK(ended([](Statistics&) {}).empty());
    CHECK(ended([](Statistics& s) { s.seconds += 1, s.stored += 1, s.explored += 1; }, 1).empty());
    CHECK(ended([](Statistics& s) { s.seconds += 2; }) == time_limit_reason);
    CHECK(ended([](Statistics&) {}, 2) == memory_limit_reason);
    CHECK(ended([](Statistics& s) { s.stored += 2; }) == "state limit");
    CHECK(ended([](Statistics& s) { s.explored += 2; }) == enough_states_reason);
}
