// Search by rank: what covers an expanded state is popped before the states that follow from that one.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "search/schedule/reachability.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// Chains that are entered again and again, one step later each time, with a larger zone than before.
std::string chains(int number, int length, int times) {
    std::string text = "process P() { clock x; state s";
    for (int t = 0; t < times; ++t) text += fmt::format(", m{}", t);
    for (int i = 0; i < number; ++i)
        for (int j = 0; j <= length; ++j) text += fmt::format(", c{}_{}", i, j);
    text += "; init s; trans s -> m0 { }";
    for (int i = 0; i < number; ++i) {
        for (int t = 0; t < times; ++t) text += fmt::format(", m{} -> c{}_0 {{ guard x >= {}; }}", t, i, times - t);
        for (int j = 0; j < length; ++j) text += fmt::format(", c{}_{} -> c{}_{} {{ guard x <= 9; }}", i, j, i, j + 1);
    }
    for (int t = 1; t < times; ++t) text += fmt::format(", m{} -> m{} {{ }}", t - 1, t);
    return text + "; }\nsystem P;\n";
}

SearchResult searched(const Asked& asked, const std::string& how, bool is_adaptive = false) {
    SearchOptions options;
    options.search = how;
    options.adaptive = is_adaptive;
    options.wanted = as_reach(*asked.query).exists;
    SilentObserver silent;
    return search(asked.network(), as_reach(*asked.query).formula, options, {}, silent);
}

}  // namespace

TEST_CASE("little is expanded in vain") {
    const Asked asked(chains(1, 20, 2), "A[] not (P.c0_20 && P.x > 3 && P.x < 2)");
    const SearchResult bfs = searched(asked, "bfs");
    const SearchResult ranked = searched(asked, "ranked");
    CHECK(bfs.statistics.stored == ranked.statistics.stored);
    CHECK(bfs.statistics.explored == 45);
    CHECK(ranked.statistics.explored == 25);
    CHECK(ranked.proof->search == "ranked");
}

TEST_CASE("ranks are given once half of what was expanded is covered") {
    const Asked few(chains(1, 20, 2), "A[] not (P.c0_20 && P.x > 3 && P.x < 2)");
    CHECK(searched(few, "ranked", true).statistics.explored == searched(few, "bfs").statistics.explored);
    CHECK(searched(few, "ranked", true).proof->search == "bfs");
    const Asked many(chains(60, 20, 4), "A[] not (P.c0_20 && P.x > 3 && P.x < 2)");
    const SearchResult bfs = searched(many, "bfs");
    const SearchResult adaptive = searched(many, "ranked", true);
    CHECK(adaptive.statistics.stored == bfs.statistics.stored);
    CHECK(adaptive.statistics.explored == 1625);
    CHECK(bfs.statistics.explored == 5045);
    CHECK(adaptive.proof->search == "ranked");
}

TEST_CASE("a path by rank need not be the shortest") {
    const Asked asked(chains(3, 4, 2), "E<> P.c2_4");
    const SearchResult result = searched(asked, "ranked");
    REQUIRE(result.found);
    CHECK_FALSE(result.is_short);
    CHECK(result.firings.size() + 1 == result.found->size());
    CHECK(searched(asked, "bfs").is_short);
    CHECK(searched(asked, "ranked", true).is_short);
}

TEST_CASE("among equals the state that is least far along") {
    // The end is entered in one step with a small zone, and in three with a larger one.
    const Asked asked(R"(
        process P() {
            clock x;
            state s, a, b, e, f, g;
            init s;
            trans s -> e { guard x >= 1; }, s -> a { }, a -> b { }, b -> e { },
                  e -> f { guard x <= 9; }, f -> g { guard x <= 9; }, g -> s { guard x > 20; assign x = 0; };
        }
        system P;
    )",
                      "A[] not (P.g && P.x > 3 && P.x < 2)");
    SearchOptions options;
    options.search = "ranked";
    options.wanted = false;
    SilentObserver silent;
    const auto explored = [&] {
        return search(asked.network(), as_reach(*asked.query).formula, options, {}, silent).statistics.explored;
    };
    CHECK(explored() > 6);
    options.topological = true;
    CHECK(explored() == 6);
}
