// Which tier a successor is pushed to: by contexts, by whether its transition is useless, by both in either order; and
// which of them are helpful.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "heuristic/registry.hpp"
#include "search/guidance/ranking.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// The steps of A, B and C form a chain: A writes what B reads, B writes what C reads. D shares nothing with them, and
// is what is asked for besides C. No step of A, B or C has to do with D's.
constexpr const char* chain = R"(
    bool i, j;
    {}
    process A() {{ state a0, a1; init a0; trans a0 -> a1 {{ assign i = 1; }}, a1 -> a0 {{ }}; }}
    process B() {{ state b0, b1; init b0; trans b0 -> b1 {{ guard i; assign j = 1; }}; }}
    process C() {{ state c0, c1; init c0; trans c0 -> c1 {{ guard j; }}; }}
    process D() {{ state d0, d1; init d0; trans d0 -> d1 {{ }}; }}
    system A, B, C, D;
)";

constexpr std::uint32_t useless_tier = 256;  // the first one of useless transitions, if these come last

struct Ranked {
    Ranked(const std::string& declaration, const std::string& preference, const std::string& query)
        : asked(fmt::format(chain, declaration), query), goal{asked.network(), as_reach(*asked.query).formula, true},
          heuristic(make_heuristic(goal, {"hL", {}, {}})), ranking(goal, parsed(preference)) {}

    static Preference parsed(const std::string& text) {
        std::string problem;
        return *parse_preference(text, problem);
    }

    std::uint32_t transition(const std::string& from, const std::string& to) const {
        for (std::uint32_t t = 0; t < asked.network().transitions.size(); ++t) {
            const Edge& edge = asked.network().edges[asked.network().transitions[t].edge];
            if (asked.network().location(edge.process, edge.source).name == from &&
                asked.network().location(edge.process, edge.target).name == to)
                return t;
        }
        FAIL("no such transition");
        return 0;
    }

    // Of a transition from the first state, which was reached by another one; `after` is the estimate behind it.
    Rank rank(std::uint32_t of, std::uint32_t reached_by, Estimate after) {
        const std::vector<std::int32_t> slots = initial_slots(asked.network());
        ranking.expand(*heuristic, 0, slots, {}, heuristic->estimate(slots), reached_by);
        return ranking.rank(*heuristic, {of, {asked.network().transitions[of].edge}}, after);
    }

    Asked asked;
    Goal goal;
    std::unique_ptr<Heuristic> heuristic;
    Ranking ranking;
};

constexpr std::uint32_t nothing = Ranking::no_transition;

}  // namespace

TEST_CASE("the tier of a context is the level of interference with the transition before") {
    Ranked r("clock x;", "contexts", "E<> C.c1 && D.d1");
    const std::uint32_t a = r.transition("a0", "a1"), b = r.transition("b0", "b1"), c = r.transition("c0", "c1"),
                        d = r.transition("d0", "d1"), back = r.transition("a1", "a0");
    CHECK(r.rank(a, nothing, 3).tier == 1);
    CHECK(r.rank(a, a, 3).tier == 1);  // with what directly interferes
    CHECK(r.rank(back, a, 3).tier == 1);
    CHECK(r.rank(b, a, 3).tier == 1);
    CHECK(r.rank(c, a, 3).tier == 2);
    CHECK(r.rank(c, back, 3).tier == 3);
    CHECK(r.rank(d, a, 3).tier == Interference::unrelated);  // the model has a clock, nothing may be left out
    CHECK(r.rank(d, c, 3).tier == 1);                        // C's step meets a part of the goal
    CHECK(r.ranking.best().tier == 1);
    CHECK(r.ranking.name_of(1) == "C1");
    CHECK(r.ranking.name_of(Interference::unrelated) == "unrelated");
    CHECK_FALSE(r.ranking.is_deferred(1));
    CHECK(r.ranking.is_deferred(2));
}

TEST_CASE("plain contexts have a tier of their own for what follows a transition that meets the goal") {
    Ranked r("clock x;", "contexts(plain)", "E<> C.c1 && D.d1");
    const std::uint32_t a = r.transition("a0", "a1"), b = r.transition("b0", "b1"), c = r.transition("c0", "c1");
    CHECK(r.rank(a, nothing, 3).tier == 0);
    CHECK(r.rank(a, a, 3).tier == 0);
    CHECK(r.rank(b, a, 3).tier == 1);
    CHECK(r.rank(b, c, 3).tier == 0);
    CHECK(r.ranking.best().tier == 0);
}

TEST_CASE("what has nothing to do with the transition before is left out where only variables bar") {
    Ranked r("", "contexts", "E<> C.c1 && D.d1");
    const std::uint32_t a = r.transition("a0", "a1"), b = r.transition("b0", "b1"), c = r.transition("c0", "c1"),
                        d = r.transition("d0", "d1");
    CHECK(r.rank(d, a, 3).tier == Ranking::left_out);
    CHECK(r.rank(c, a, 3).tier == 2);
    CHECK(r.ranking.opens_more(a, c));  // after C's step nothing is left out
    CHECK(r.ranking.opens_more(a, nothing));
    CHECK_FALSE(r.ranking.opens_more(a, b));  // B's step is related to whatever A's is
    CHECK_FALSE(r.ranking.opens_more(nothing, a));
}

TEST_CASE("a useless transition comes after all others, or last within its context") {
    for (const std::string exact : {"", "(exact)"}) {
        CAPTURE(exact);
        Ranked last("clock x;", "contexts,useless" + exact, "E<> C.c1");
        const std::uint32_t a = last.transition("a0", "a1"), b = last.transition("b0", "b1"),
                            back = last.transition("a1", "a0"), d = last.transition("d0", "d1");
        CHECK(last.rank(a, nothing, 2).tier == 1);  // without A's first step C never gets there
        CHECK(last.rank(b, a, 2).tier == 1);
        CHECK(last.rank(back, a, 3).tier == 1 + useless_tier);
        CHECK(last.rank(back, a, 2).tier == 1);  // the estimate gets better
        CHECK(last.rank(d, a, 3).tier == Interference::unrelated + useless_tier);
        CHECK(last.ranking.is_deferred(1 + useless_tier));
        CHECK_FALSE(last.ranking.is_deferred(2));
        CHECK(last.ranking.name_of(2 + useless_tier) == "C2 useless");

        Ranked within("clock x;", "contexts,useless" + exact + ",order=contexts", "E<> C.c1");
        CHECK(within.rank(a, nothing, 2).tier == 2);
        CHECK(within.rank(back, a, 3).tier == 3);
        CHECK(within.rank(back, a, 2).tier == 2);
        CHECK(within.rank(d, a, 3).tier == 2 * Interference::unrelated + 1);
        CHECK(within.ranking.best().tier == 2);
        CHECK(within.ranking.is_deferred(3));
        CHECK_FALSE(within.ranking.is_deferred(4));
        CHECK(within.ranking.name_of(5) == "C2 useless");
    }
}

TEST_CASE("transitions that the estimate counts are helpful, unless they are useless") {
    Ranked r("", "helpful", "E<> C.c1");
    const std::uint32_t a = r.transition("a0", "a1"), c = r.transition("c0", "c1"), d = r.transition("d0", "d1");
    CHECK(r.rank(a, nothing, 2).helpful);
    CHECK(r.rank(c, nothing, 2).helpful);
    CHECK_FALSE(r.rank(d, nothing, 2).helpful);
    CHECK(r.rank(a, nothing, 2).tier == 0);
    Ranked both("", "useless,helpful", "E<> C.c1");
    CHECK(both.rank(a, nothing, 2).helpful);
    CHECK_FALSE(both.rank(a, nothing, dead_end).helpful);
    CHECK(both.rank(a, nothing, dead_end).tier == useless_tier);
}
