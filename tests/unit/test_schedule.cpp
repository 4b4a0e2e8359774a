// The default search: several strategies take turns, and whichever is sure first answers. Its turns are counted, not
// timed, so that everything about it can be repeated.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "family/registry.hpp"
#include "search/schedule/contender.hpp"
#include "search/schedule/reachability.hpp"
#include "search/schedule/restarting_astar.hpp"
#include "search/schedule/strategy.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

constexpr const char* deep = "E<> n[0] == 9 && n[1] == 9 && n[2] == 9 && n[3] == 9";
constexpr const char* hard_to_prove = "E<> (n[0] + n[1] + n[2] + n[3]) % 2 != (n[0] - n[1] + n[2] - n[3] + 20) % 2";
constexpr const char* never = "E<> n[0] == 9 && n[0] == 8";

SearchResult find(const Asked& asked, const std::string& search_name, const Limits& limits = {}, bool shortest = false,
                  std::size_t workers = 1) {
    SearchOptions options;
    options.search = search_name;
    options.workers = workers;
    options.abstraction.reset();
    options.objective = shortest ? Objective::shortest : Objective::any;
    SilentObserver silent;
    return search(asked.network(), as_reach(*asked.query).formula, options, limits, silent);
}

const StrategyRun& run_of(const SearchResult& result, std::string_view name) {
    const auto run = std::ranges::find(result.schedule, name, &StrategyRun::name);
    REQUIRE(run != result.schedule.end());
    return *run;
}

// Few states, but as far as the grounding knows every edge may write any value to any cell of the array.
std::string wide_array() {
    std::string edges;
    for (int k = 1; k <= 30; ++k) {
        edges += k == 1 ? "" : ",\n";
        edges += fmt::format(
            "a -> a {{ guard n < 2; assign x[(i * {0} + x[i]) % 600] = (x[i] + {1}) % 256, "
            "i = (i + {1}) % 600, n = n + 1; }}",
            k + 1, k);
    }
    return "int[0, 255] x[600];\nint[0, 599] i;\nint[0, 2] n;\nprocess P() { state a; init a; trans " + edges +
           "; }\nsystem P;\n";
}

}  // namespace

TEST_CASE("the same question has the same turns, trace and numbers") {
    const Asked asked(four_counters, deep);
    const SearchResult first = find(asked, automatic), second = find(asked, automatic);
    REQUIRE(first.found);
    CHECK(first.found == second.found);
    CHECK(first.statistics.explored == second.statistics.explored);
    CHECK(first.statistics.generated == second.statistics.generated);
    CHECK(first.statistics.stored == second.statistics.stored);
    CHECK(first.statistics.heuristic_evaluations == second.statistics.heuristic_evaluations);
}

TEST_CASE("a deep goal is found by guided strategies, with few states") {
    const Asked asked(four_counters, deep);
    const SearchResult result = find(asked, automatic);
    REQUIRE(result.found);
    CHECK(result.statistics.explored < find(asked, "bfs").statistics.explored / 5);
}

TEST_CASE("only breadth first search answers where the shortest trace is wanted") {
    const Asked asked(four_counters, deep);
    const SearchResult result = find(asked, automatic, {}, true);
    REQUIRE(result.found);
    CHECK_FALSE(result.may_be_long);
    CHECK(transitions_of(*result.found) == 36);
}

TEST_CASE("limits are those of all strategies together") {
    const Asked asked(four_counters, "E<> n[0] == 9 && n[1] == 10 - n[0] && n[2] == n[0] + n[1]");
    REQUIRE_FALSE(find(asked, "bfs").found);
    Limits limits;
    SUBCASE("time") {
        limits.seconds = 0;
        CHECK(find(asked, automatic, limits).unfinished == "time limit");
    }
    SUBCASE("states") {
        limits.states = 100;
        CHECK(find(Asked(four_counters, hard_to_prove), automatic, limits).unfinished == "state limit");
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
    const SearchResult result = find(Asked(four_counters, never), automatic);
    CHECK(result.is_sure());
    CHECK_FALSE(result.found);
    CHECK(result.proof.has_value());
}

// Nobody depends on the third counter. It is committed at first, so that it has to move before the others can.
constexpr const char* bystander = R"(
    int[0, 5] a, b, c;
    process A() { state s; init s; trans s -> s { guard a < 5; assign a = a + 1; }; }
    process B() { state s; init s; trans s -> s { guard b < 5; assign b = b + 1; }; }
    process C() { state s, t; COMMIT init s; trans s -> t { }, t -> t { guard c < 5; assign c = c + 1; }; }
    system A, B, C;
)";

SearchResult find_by(const std::vector<std::string>& names, bool committed, bool shortest) {
    std::string model = bystander;
    model.replace(model.find("COMMIT"), 6, committed ? "commit s;" : "");
    const Asked asked(model, "E<> a == 4 && b == 3");
    SearchOptions options;
    options.search = automatic;
    options.strategies = names;
    options.objective = shortest ? Objective::shortest : Objective::any;
    options.abstraction.reset();
    SilentObserver silent;
    return search(asked.network(), as_reach(*asked.query).formula, options, {}, silent);
}

TEST_CASE("only the strategies that are named take turns") {
    const SearchResult exact = find_by({"exact"}, false, false);
    REQUIRE(exact.found);
    CHECK(exact.schedule.size() == 1);
    const SearchResult none = find_by({"hulls"}, false, false);
    CHECK_FALSE(none.found);
    CHECK(none.unfinished == "none of the strategies suits the query");
    const SearchResult unsure = find_by({"value-ranges"}, false, false);
    CHECK_FALSE(unsure.found);
    CHECK(unsure.unfinished == "no strategy came to an end");
}

TEST_CASE("a path that no bystander lengthens is short, and a shortest one if that is wanted") {
    const SearchResult direct = find_by({"cone"}, false, true);
    REQUIRE(direct.found);
    CHECK(direct.is_short);
    CHECK_FALSE(direct.may_be_long);
    CHECK(transitions_of(*direct.found) == 7);
    const SearchResult longer = find_by({"cone"}, true, false);
    REQUIRE(longer.found);
    CHECK_FALSE(longer.is_short);
    CHECK(transitions_of(*longer.found) == 8);
    CHECK_FALSE(find_by({"cone"}, true, true).found);  // nobody has shown that it is a shortest one
}

TEST_CASE("every strategy says what it may answer") {
    std::size_t exact = 0;
    for (const Strategy& strategy : strategies().all()) {
        CHECK((strategy.finds || strategy.proves));
        CHECK(strategy.share > 0);
        CHECK(strategy.run != nullptr);
        CHECK_FALSE(strategy.opening.empty());
        CHECK(std::ranges::is_sorted(strategy.opening, {}, &OpeningTurn::round));
        exact += strategy.sees_all ? 1 : 0;
    }
    CHECK(exact == 1);
}

TEST_CASE("the schedule says who answered, and turns of one worker follow one another without gaps") {
    const SearchResult result = find(Asked(four_counters, deep), automatic);
    std::size_t answered = 0, explored = 0;
    std::uint64_t effort = 0, end = 0;
    for (const StrategyRun& run : result.schedule) {
        CHECK(run.answered == (run.outcome == StrategyRun::Outcome::found));
        CHECK(run.turns >= run.intervals.size());
        answered += run.answered ? 1 : 0;
        explored += run.explored;
        effort += run.effort();
        end = std::max(end, run.intervals.back().end);
    }
    CHECK(answered == 1);
    const std::size_t to_improve = result.improvement ? result.improvement->explored : 0;
    CHECK(explored == result.statistics.explored + to_improve);
    CHECK(effort == end);
    CHECK(run_of(result, "exact").intervals.front().begin == 0);
    CHECK(run_of(result, "value-ranges").outcome == StrategyRun::Outcome::inconclusive);
    CHECK(run_of(result, "exact").outcome == StrategyRun::Outcome::cancelled);
}

TEST_CASE("interfering transitions come before weighted A* in small networks, and after it in large ones") {
    const auto place = [](const std::string& model, std::string_view name) {
        const Asked asked(model, "E<> n[0] == 9");
        SearchOptions options;
        options.search = automatic;
        const auto chosen = strategies_for({asked.network(), as_reach(*asked.query).formula, options});
        const auto found = std::ranges::find(chosen, name, &Strategy::name);
        REQUIRE(found != chosen.end());
        return found - chosen.begin();
    };
    std::string edges;
    for (int i = 0; i < 120; ++i)
        edges += fmt::format("{}a -> a {{ assign n[{}] = {}; }}", i > 0 ? ", " : "", i % 2, i);
    const std::string large = "int n[2];\nprocess P() { state a; init a; trans " + edges +
                              "; }\nprocess Q() { state a; init a; }\nsystem P, Q;\n";
    CHECK(place(four_counters, "hL-contexts") < place(four_counters, "hU-weighted"));
    CHECK(place(large, "hL-contexts") > place(large, "hU-weighted"));
}

TEST_CASE("the schedule says how strategies ended that did not answer") {
    const Asked asked(four_counters, "E<> n[0] == 9 && n[1] == 10 - n[0] && n[2] == n[0] + n[1]");
    Limits limits;
    SUBCASE("at a limit") {
        limits.states = 100;
        const StrategyRun run = run_of(find(Asked(four_counters, hard_to_prove), automatic, limits), "exact");
        CHECK(run.outcome == StrategyRun::Outcome::limit);
        CHECK(run.reason == "state limit");
        CHECK_FALSE(run.answered);
    }
    SUBCASE("for lack of memory") {
        const Asked odd(four_counters, hard_to_prove);
        limits.bytes = find(odd, "bfs").statistics.bytes * 2;
        const SearchResult result = find(odd, automatic, limits);
        CHECK(std::ranges::count(result.schedule, StrategyRun::Outcome::memory, &StrategyRun::outcome) > 0);
        CHECK(run_of(result, "exact").outcome == StrategyRun::Outcome::proved);
    }
    SUBCASE("interrupted") {
        const std::atomic<bool> interrupted = true;
        limits.interrupted = &interrupted;
        CHECK(run_of(find(asked, automatic, limits), "exact").reason == "interrupted");
    }
}

TEST_CASE("however many turns there are, few intervals are kept, and nothing is lost") {
    StrategyRun run;
    for (std::uint64_t i = 0; i < 1000; ++i) run.add_turn({10 * i, 10 * i + 7, 7, 0, 0.5});
    CHECK(run.turns == 1000);
    CHECK(run.intervals.size() == StrategyRun::most_intervals);
    CHECK(run.effort() == 7000);
    CHECK(run.seconds() == 500);
    CHECK(run.intervals.front().begin == 0);
    CHECK(run.intervals.back().end == 9997);
    for (std::size_t i = 1; i < run.intervals.size(); ++i) CHECK(run.intervals[i - 1].end < run.intervals[i].begin);
}

TEST_CASE("turns that follow one another at once are one interval") {
    StrategyRun run;
    run.add_turn({0, 5, 5, 0, 1});
    run.add_turn({5, 9, 4, 1, 1});
    CHECK(run.turns == 2);
    REQUIRE(run.intervals.size() == 1);
    CHECK(run.intervals.front().end == 9);
}

TEST_CASE("strategies that run at once find and prove the same, within the same limits") {
    const Asked asked(four_counters, "E<> n[0] == 9 && n[1] == 10 - n[0] && n[2] == n[0] + n[1]");
    for (const std::size_t workers : {2, 5, 20}) {
        CHECK(find(Asked(four_counters, deep), automatic, {}, false, workers).found);
        CHECK(find(Asked(four_counters, never), automatic, {}, false, workers).proof);
        const SearchResult result = find(asked, automatic, {}, false, workers);
        CHECK(result.is_sure());
        CHECK_FALSE(result.found);
        Limits limits;
        limits.bytes = 1;
        CHECK(find(asked, automatic, limits, false, workers).unfinished == "memory limit");
        limits.bytes = find(asked, "bfs").statistics.bytes * 4;
        CHECK(find(asked, automatic, limits, false, workers).is_sure());
        limits = {};
        limits.states = 100;
        CHECK(find(Asked(four_counters, hard_to_prove), automatic, limits, false, workers).unfinished == "state limit");
        limits = {};
        limits.seconds = 0;
        CHECK(find(asked, automatic, limits, false, workers).unfinished == "time limit");
        const std::atomic<bool> interrupted = true;
        limits = {};
        limits.interrupted = &interrupted;
        CHECK(find(asked, automatic, limits, false, workers).unfinished == "interrupted");
    }
}

TEST_CASE("strategies that run at once overlap in the schedule") {
    Limits limits;
    limits.states = 20'000;  // so that nobody is alone for long
    const SearchResult result = find(Asked(four_counters, hard_to_prove), automatic, limits, false, 2);
    std::uint64_t effort = 0, end = 0;
    for (const StrategyRun& run : result.schedule) {
        effort += run.effort();
        if (!run.intervals.empty()) end = std::max(end, run.intervals.back().end);
    }
    CHECK(end < effort);
}

TEST_CASE("a long path is improved by a strategy that is after short ones, which is counted apart") {
    FamilyArguments disks;
    disks.set("N", "5");
    std::string problem;
    const Asked asked(families().find("hanoi")->write(disks, problem),
                      "E<> Disk1.p1 && Disk2.p1 && Disk3.p1 && Disk4.p1 && Disk5.p1");
    const SearchResult result = find(asked, automatic);
    REQUIRE(result.found);
    REQUIRE(result.improvement);
    CHECK(result.improvement->to < result.improvement->from);
    CHECK(transitions_of(*result.found) == result.improvement->to);
    std::size_t explored = 0;
    for (const StrategyRun& run : result.schedule) explored += run.explored;
    CHECK(explored == result.statistics.explored + result.improvement->explored);
    CHECK(std::ranges::count(result.schedule, StrategyRun::Outcome::improved, &StrategyRun::outcome) == 1);
    CHECK(std::ranges::count(result.schedule, true, &StrategyRun::answered) == 1);
    const SearchResult again = find(asked, automatic);
    CHECK(again.found == result.found);
    CHECK(again.improvement->explored == result.improvement->explored);
}

TEST_CASE("weighted A* that begins anew finds shorter paths, and none that is not shorter") {
    const Asked asked(four_counters, deep);
    StrategyTask task{asked.network(), as_reach(*asked.query).formula, {}};
    task.options.abstraction.reset();
    SilentObserver silent;
    const SearchResult shorter = restarting_astar("formula", 200).run(task, {}, silent);
    REQUIRE(shorter.found);
    CHECK(shorter.is_sure());
    CHECK(transitions_of(*shorter.found) == 36);
    const SearchResult none = restarting_astar("formula", 36).run(task, {}, silent);
    CHECK_FALSE(none.found);
    CHECK_FALSE(none.is_sure());
    CHECK_FALSE(none.proof);
    CHECK(none.statistics.explored > 0);
}

TEST_CASE("a heuristic that takes long to build does not keep other strategies waiting") {
    const Asked asked(wide_array(), "E<> n == 2 && x[7] == 9 && i == 0");
    const std::string guided = "hU-weighted";
    SearchOptions options;
    options.search = automatic;
    options.abstraction.reset();
    options.strategies = {guided};
    Limits limits;
    limits.explored = 1;
    SilentObserver silent;
    const SearchResult alone = search(asked.network(), as_reach(*asked.query).formula, options, limits, silent);
    CHECK(run_of(alone, guided).explored > 0);
    CHECK(run_of(alone, guided).turns > 1);
    const SearchResult together = find(asked, automatic);
    CHECK(together.proof);
    CHECK(run_of(together, "exact").answered);
    CHECK(run_of(together, guided).explored == 0);
    CHECK(run_of(together, guided).turns == 1);
    CHECK(run_of(together, guided).effort() < run_of(alone, guided).effort() / 3);
}

// Between the end of the time and the next look at it a strategy can come to the end of its turn.
TEST_CASE("a strategy that is cancelled while it runs ends, and does not wait for another turn") {
    const Asked asked(four_counters, deep);
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
    contender.resume(1, 1, 1, {});
    contender.cancel();
    meeting.changed.wait(lock, [&] { return contender.state() == Contender::State::ended; });
    CHECK(contender.result().unfinished == "interrupted");
}

namespace {

Asked ring(std::size_t cells) {
    FamilyArguments arguments;
    arguments.set("N", std::to_string(cells));
    std::string problem;
    return Asked(families().find("milner")->write(arguments, problem), "E<> Obs.late");
}

}  // namespace

TEST_CASE("analyses and abstractions count as effort, and wait in between for other strategies") {
    const Asked asked = ring(40);
    for (const std::string name : {"value-ranges", "symmetry", "compositional", "local"}) {
        CAPTURE(name);
        SearchOptions options;
        options.search = automatic;
        options.strategies = {name};
        options.pace = 100;
        Limits limits;
        limits.explored = 1;
        SilentObserver silent;
        const SearchResult result = search(asked.network(), as_reach(*asked.query).formula, options, limits, silent);
        const StrategyRun& run = run_of(result, name);
        CHECK(run.explored <= 64);  // how often limits are looked at
        CHECK(run.turns > 3);
        CHECK(run.effort() > 100'000);
    }
}

TEST_CASE("clocks that are not active cost nothing") {
    // P reads its clocks once it has counted to the end, and resets them before.
    const auto effort = [](int clocks) {
        std::string guard = "n == 50", resets = "n = 50";
        for (int i = 0; i < clocks; ++i) {
            guard += fmt::format(" && x[{}] > 1", i);
            resets += fmt::format(", x[{}] = 0", i);
        }
        const std::string edges = "a -> a { guard n < 50; assign n = n + 1; }, a -> b { guard n == 50; assign " +
                                  resets + "; }, b -> c { guard " + guard + "; }";
        const Asked asked(fmt::format("clock x[{}]; int[0, 50] n; process P() {{ state a, b, c; init a; trans {}; }} "
                                      "system P;",
                                      clocks, edges),
                          "E<> P.b");
        SearchOptions options;
        options.search = automatic;
        options.strategies = {"exact"};
        SilentObserver silent;
        const SearchResult found = search(asked.network(), as_reach(*asked.query).formula, options, {}, silent);
        REQUIRE(found.found);
        return run_of(found, "exact").effort();
    };
    CHECK(effort(20) < 2 * effort(1));
}

TEST_CASE("everybody has had a short turn before anybody has a long one") {
    Limits limits;
    limits.states = 150'000;
    const SearchResult result = find(Asked(four_counters, hard_to_prove), automatic, limits);
    std::uint64_t all_began = 0;
    for (const StrategyRun& run : result.schedule) all_began = std::max(all_began, run.intervals.front().begin);
    for (const StrategyRun& run : result.schedule) {
        CAPTURE(run.name);
        const StrategyRun::Interval& first = run.intervals.front();
        if (first.begin < all_began) CHECK(first.effort <= 51'000'000);
    }
    CHECK(result.schedule.size() >= 10);
}
