// The default search: several strategies take turns, and whichever is sure first answers. Its turns are counted, not
// timed, so that everything about it can be repeated.
#include <doctest/doctest.h>

#include <thread>

#include "search/reachability.hpp"
#include "search/schedule/contender.hpp"
#include "search/schedule/strategy.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

constexpr const char* counters = R"(
int[0, 9] n[4];
process P(const int[0, 3] i) { state a; init a; trans a -> a { assign n[i] = (n[i] + 1) % 10; }; }
system P;
)";
constexpr const char* deep = "E<> n[0] == 9 && n[1] == 9 && n[2] == 9 && n[3] == 9";
constexpr const char* never = "E<> n[0] == 9 && n[0] == 8";

SearchResult find(const Asked& asked, const std::string& search_name, const Limits& limits = {},
                  bool shortest = false) {
    SearchOptions options;
    options.search = search_name;
    options.abstraction.reset();
    options.shortest = shortest;
    SilentObserver silent;
    return search(asked.network(), as_reach(*asked.query).formula, options, limits, silent);
}

}  // namespace

TEST_CASE("the same question has the same turns, trace and numbers") {
    const Asked asked(counters, deep);
    const SearchResult first = find(asked, automatic), second = find(asked, automatic);
    REQUIRE(first.found);
    CHECK(first.found == second.found);
    CHECK(first.statistics.explored == second.statistics.explored);
    CHECK(first.statistics.generated == second.statistics.generated);
    CHECK(first.statistics.stored == second.statistics.stored);
    CHECK(first.statistics.heuristic_evaluations == second.statistics.heuristic_evaluations);
}

TEST_CASE("a deep goal is found by guided strategies, with few states") {
    const Asked asked(counters, deep);
    const SearchResult result = find(asked, automatic);
    REQUIRE(result.found);
    CHECK(result.statistics.explored < find(asked, "bfs").statistics.explored / 5);
}

TEST_CASE("only breadth first search answers where the shortest trace is wanted") {
    const Asked asked(counters, deep);
    const SearchResult result = find(asked, automatic, {}, true);
    REQUIRE(result.found);
    CHECK_FALSE(result.may_be_long);
    CHECK(transitions_of(*result.found) == 36);
}

TEST_CASE("limits are those of all strategies together") {
    const Asked asked(counters, "E<> n[0] == 9 && n[1] == 10 - n[0] && n[2] == n[0] + n[1]");
    REQUIRE_FALSE(find(asked, "bfs").found);
    Limits limits;
    SUBCASE("time") {
        limits.seconds = 0;
        CHECK(find(asked, automatic, limits).unfinished == "time limit");
    }
    SUBCASE("states") {
        limits.states = 100;
        CHECK(find(asked, automatic, limits).unfinished == "state limit");
    }
    SUBCASE("memory for breadth first search alone is enough: the others are given up") {
        limits.bytes = find(asked, "bfs").statistics.bytes * 4;
        const SearchResult result = find(asked, automatic, limits);
        CHECK(result.unfinished.empty());
        CHECK_FALSE(result.found);
    }
    SUBCASE("none") {
        limits.bytes = 1;
        CHECK(find(asked, automatic, limits).unfinished == "memory limit");
    }
    SUBCASE("interrupted") {
        const std::atomic<bool> interrupted = true;
        limits.interrupted = &interrupted;
        CHECK(find(asked, automatic, limits).unfinished == "interrupted");
    }
}

TEST_CASE("what no strategy can reach is proved") {
    const SearchResult result = find(Asked(counters, never), automatic);
    CHECK(result.is_sure());
    CHECK_FALSE(result.found);
    CHECK(result.proof.has_value());
}

TEST_CASE("every strategy says what it may answer") {
    std::size_t exact = 0;
    for (const Strategy& strategy : strategies().all()) {
        CHECK((strategy.finds || strategy.proves));
        CHECK(strategy.share > 0);
        CHECK(strategy.run != nullptr);
        exact += strategy.sees_all ? 1 : 0;
    }
    CHECK(exact == 1);
}

// Between the end of the time and the next look at it a strategy can come to the end of its turn.
TEST_CASE("a strategy that is cancelled while it runs ends, and does not wait for another turn") {
    const Asked asked(counters, deep);
    const StrategyTask task{asked.network(), as_reach(*asked.query).formula, {}};
    Strategy strategy;
    strategy.run = [](const StrategyTask&, const Limits& limits, Observer&) {
        while (!*limits.interrupted) std::this_thread::yield();
        limits.pacer->wait(1, 0, {});
        return SearchResult{};
    };
    Meeting meeting;
    SilentObserver silent;
    Contender contender(strategy, task, meeting, silent);
    std::unique_lock lock(meeting.mutex);
    contender.resume(1, 1, {});
    contender.cancel();
    meeting.changed.wait(lock, [&] { return contender.state() == Contender::State::ended; });
    CHECK(contender.result().unfinished == "interrupted");
}
