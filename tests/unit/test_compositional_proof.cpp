// Proofs by composition: what they prove, and what they leave alone because a run-time error may come first.
#include <doctest/doctest.h>

#include <array>

#include "search/schedule/compositional_proof.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

SearchResult prove(const Asked& asked) {
    StrategyTask task{asked.network(), as_reach(*asked.query).formula, {}};
    task.options.wanted = as_reach(*asked.query).exists;
    SilentObserver silent;
    return prove_by_composition(task, std::array<std::uint32_t, 2>{100, 1000}, {}, silent);
}

// P counts up to 3 and stops there, or goes on.
std::string counter(const std::string& guard) {
    return "int[0, 3] n; process P() { state a, b; init a; trans a -> a { " + guard +
           " assign n = n + 1; }, a -> b { guard n < 0; }; } system P;";
}

}  // namespace

TEST_CASE("what no values allow is proved, and the proof says by what") {
    const SearchResult result = prove(Asked(counter("guard n < 3;"), "E<> P.b"));
    REQUIRE(result.is_sure());
    REQUIRE(result.proof.has_value());
    CHECK(result.proof->method == Proof::Method::abstraction);
    CHECK(result.proof->heuristic == "mas(N=100,shrink=weak,merge=silent)");
    CHECK(result.statistics.explored == 0);
}

TEST_CASE("where a run-time error may come first nothing is proved") {
    const SearchResult result = prove(Asked(counter(""), "E<> P.b"));
    CHECK_FALSE(result.is_sure());
    CHECK_FALSE(result.proof.has_value());
}

TEST_CASE("what can be reached is not proved unreachable") {
    const SearchResult result = prove(Asked(counter("guard n < 3;"), "E<> n == 3"));
    CHECK_FALSE(result.is_sure());
    CHECK(result.unfinished == "in the abstraction it may be reached");
}

TEST_CASE("where clocks decide they are part of the abstraction: integers in closed networks, regions in others") {
    // Q leaves after P has to.
    const auto with = [](const std::string& relation) {
        return "clock x, y; bool left; process P() { state a { x <= 5 }, b; init a; trans a -> b { assign left = true; "
               "}; }"
               " process Q() { state a, b; init a; trans a -> b { guard y " +
               relation + " && !left; }; } system P, Q;";
    };
    const SearchResult closed = prove(Asked(with(">= 6"), "E<> Q.b"));
    REQUIRE(closed.proof.has_value());
    CHECK(closed.proof->heuristic == "mas(N=1000,shrink=weak,merge=silent,clocks=digital)");
    CHECK(closed.proof->ignored.empty());
    const SearchResult strict = prove(Asked(with("> 5"), "E<> Q.b"));
    REQUIRE(strict.proof.has_value());
    CHECK(strict.proof->heuristic == "mas(N=1000,shrink=weak,merge=silent,clocks=regions)");
    CHECK_FALSE(prove(Asked(with(">= 5"), "E<> Q.b")).is_sure());
}
