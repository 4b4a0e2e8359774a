// What abstractions save: how many zones are stored before a search comes to its end. Verdicts stay the same where an
// abstraction does less than it could, these numbers do not.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "search/schedule/reachability.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// The states of `loop`, with Z_k where x - y == k: one for each k up to 3, beyond which nobody looks at x, one for all
// k above, and one for the location b, where no clock matters. As x only has a lower bound to meet, larger values of x
// can do all that smaller ones can: then the one with k == 4 covers all others.
constexpr const char* loop = R"(
    clock x, y;
    process P() {
        state a { y <= 1 }, b;
        init a;
        trans a -> a { guard y == 1; assign y = 0; }, a -> b { guard x >= 3; };
    }
    system P;
)";

// The same, but x is set on the way to b and compared with 9 there: in a it still counts with 3.
constexpr const char* reset_before = R"(
    clock x, y;
    process P() {
        state a { y <= 1 }, b, c;
        init a;
        trans a -> a { guard y == 1; assign y = 0; }, a -> b { guard x >= 3; assign x = 0; },
            b -> c { guard x >= 9; };
    }
    system P;
)";

constexpr const char* fischer = R"(
    const int N = 3;
    int[0, N] id;
    process P(const int[1, N] pid) {
        clock x;
        state A, req { x <= 2 }, wait, cs;
        init A;
        trans A -> req { guard id == 0; assign x = 0; },
            req -> wait { guard x <= 2; assign x = 0, id = pid; },
            wait -> req { guard id == 0; assign x = 0; },
            wait -> cs { guard x > 2 && id == pid; },
            cs -> A { assign id = 0; };
    }
    system P;
)";

// Bouyer: Untameable timed automata! (STACS 2003). All the time x2 - x1 == x4 - x3 - 1 in l3; widening forgets it, as
// x3 and x4 get large, and so the error seems to be reachable unless zones are cut along the comparisons of two clocks.
constexpr const char* untameable = R"(
    clock x1, x2, x3, x4;
    process P() {
        state s, l1, l2, l3, error;
        init s;
        trans s -> l1 { guard x3 >= 1 && x3 <= 3; assign x1 = 0, x3 = 0; },
            l1 -> l2 { guard x2 == 3; assign x2 = 0; },
            l2 -> l3 { guard x1 == 2; assign x1 = 0; },
            l3 -> l2 { guard x2 == 2; assign x2 = 0; },
            l3 -> error { guard x2 - x1 > 1 && x4 - x3 < 2; };
    }
    system P;
)";

Statistics all_states(const char* model, Abstraction abstraction, const std::string& query = "E<> false") {
    const Asked asked(model, query);
    SearchOptions how;
    how.abstraction = abstraction;
    const Limits limits;
    SilentObserver quiet;
    const SearchResult result = search(asked.network(), as_reach(*asked.query).formula, how, limits, quiet);
    CHECK_FALSE(result.found);
    CHECK(result.unfinished.empty());
    return result.statistics;
}

std::string stored(const char* model) {
    std::string numbers;
    for (const Abstraction a : {Abstraction::m, Abstraction::m_plus, Abstraction::a_m, Abstraction::lu,
                                Abstraction::lu_plus, Abstraction::a_lu})
        numbers += fmt::format("{}{}={}", numbers.empty() ? "" : " ", to_string(a), all_states(model, a).stored);
    return numbers;
}

}  // namespace

TEST_CASE("the zones of a small loop are those worked out by hand") {
    CHECK(stored(loop) == "m=6 m+=6 am=6 lu=2 lu+=2 alu=2");
    for (const Abstraction a : {Abstraction::m, Abstraction::m_plus, Abstraction::lu, Abstraction::a_lu})
        CHECK(all_states(loop, a).explored == 6);
}

TEST_CASE("a constant counts only from where the clock is set on") {
    CHECK(stored(reset_before) == "m=7 m+=7 am=7 lu=3 lu+=3 alu=3");
}

TEST_CASE("coarser abstractions store fewer zones of Fischer's protocol") {
    CHECK(stored(fischer) == "m=139 m+=103 am=103 lu=77 lu+=65 alu=65");
}

TEST_CASE("widening does not make a comparison of two clocks hold") {
    all_states(untameable, Abstraction::m, "E<> P.error");  // the only abstraction for models with such comparisons
}
