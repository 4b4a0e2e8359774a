// Searches with a heuristic: what building it may take, and that what they find has a trace.
#include <doctest/doctest.h>

#include <atomic>

#include "engine/engine.hpp"
#include "search/schedule/reachability.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// Keeps what it was told first of a heuristic being built, and may interrupt the search then.
class Listener final : public Observer {
public:
    void progress(const Statistics& statistics) override {
        if (statistics.building.empty() || !building.empty()) return;
        building = statistics.building;
        interrupted = interrupts;
    }

    bool interrupts = false;
    std::string building;
    std::atomic<bool> interrupted = false;
};

SearchOptions greedy(const std::string& heuristic) {
    SearchOptions how;
    how.search = "greedy";
    how.guidance.heuristic = {heuristic, {}, {}};
    how.abstraction.reset();
    return how;
}

}  // namespace

TEST_CASE("a heuristic is built within the limits of the search") {
    const Asked asked(four_counters, "E<> n[0] == 9 && n[1] == 9");
    for (const std::string heuristic : {"hL", "hU", "hcg"}) {
        Listener listener;
        Limits limits;
        limits.bytes = 1;
        const SearchResult result =
            search(asked.network(), as_reach(*asked.query).formula, greedy(heuristic), limits, listener);
        CHECK(result.unfinished == "memory limit");
        CHECK(result.statistics.explored == 0);
        CHECK(listener.building == heuristic);
    }
}

TEST_CASE("whoever waits for a heuristic may interrupt") {
    const Asked asked(four_counters, "E<> n[0] == 9 && n[1] == 9");
    Listener listener;
    listener.interrupts = true;
    Limits limits;
    limits.interrupted = &listener.interrupted;
    SearchOptions how = greedy("");
    SUBCASE("asked for") { how.guidance.heuristic.name = "hU"; }
    SUBCASE("or not") { how.search = automatic; }
    const SearchResult result = search(asked.network(), as_reach(*asked.query).formula, how, limits, listener);
    CHECK(result.unfinished == "interrupted");
    CHECK_FALSE(result.found);
    if (how.search != automatic) CHECK(result.statistics.explored == 0);
    CHECK(listener.building == (how.search == automatic ? "hL" : "hU"));
}

// Of the transitions here many do the same to all but the clocks, and which of them is taken matters much later.
TEST_CASE("delays are found although transitions look alike") {
    const Asked asked(R"(
clock x[8], y;
process P(const int[0, 7] i) { state a { x[i] <= 8 }; init a; trans a -> a { guard x[i] >= i; assign x[i] = 0; }; }
process Goal() {
    state s, t;
    init s;
    trans s -> t { guard y >= 30 && x[0] <= 2 && x[1] >= 5 && x[2] <= 2 && x[3] >= 5 &&
        x[4] <= 2 && x[5] >= 5 && x[6] <= 2 && x[7] >= 5; };
}
system P, Goal;
)",
                      "E<> Goal.t");
    Settings settings;
    settings.search = "rdfs";
    const Limits limits;
    Listener listener;
    for (settings.seed = 1; settings.seed <= 5; ++settings.seed) {
        const Answer answer = engine_named("zone").decide({asked.network(), *asked.query, settings, limits, listener});
        REQUIRE(answer.witness);
        CHECK_MESSAGE(answer.witness->run != nullptr, answer.witness->remark);
    }
}
