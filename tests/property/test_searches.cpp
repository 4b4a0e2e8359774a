// What the searches promise (docs/reference/searches.md), on random networks: a complete one decides what breadth
// first search does, one that is after shortest traces finds a shortest one, one that goes on improves what it has
// found, and one that cuts states off never says that there is nothing. Every trace is replayed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "engine/engine.hpp"
#include "search/methods/registry.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct Promise {
    std::string search;
    bool complete = true;
    bool shortest = false;
};

const std::vector<Promise> promises{{"idastar", true, true},
                                    {"idastar(table=100)", true, true},
                                    {"dfbnb", true, true},
                                    {"dfbnb(bound=3)", false, true},
                                    {"bfhs", true, true},
                                    {"bfhs(every=1)", true, true},
                                    {"bfhs(every=3,before=0)", true, true},
                                    {"bfhs(keep=layers)", true, true},
                                    {"bfhs(bound=1000)", true, true},
                                    {"bfhs(bound=4)", false, true},
                                    {"arastar", true, true},
                                    {"arastar(from=1)", true, true},
                                    {"arastar(from=1000,step=1000)", true, true},
                                    {"awastar", true, true},
                                    {"awastar(weight=1000)", true, true},
                                    {"beamstack(width=1)", true, true},
                                    {"beamstack(width=3)", true, true},
                                    {"broadening(width=1)", true},
                                    {"broadening(width=1,select=priority)", true},
                                    {"broadening(width=2,select=flexible)", true},
                                    {"greedy(local=1)", true},
                                    {"greedy(local=5,lazy)", true},
                                    {"kbest(k=1)", true},
                                    {"kbest(k=3)", true},
                                    {"nearest", true},
                                    {"sma", true, true},
                                    {"sma(nodes=16)", false, true},
                                    {"restarts(walks=20,length=5)", false},
                                    {"beam(width=1)", false},
                                    {"beam(width=3,select=priority)", false},
                                    {"beam(width=3,select=flexible)", false},
                                    {"beam", false}};

// The first three are admissible.
const std::vector<std::string> guides{"dL", "hL", "zero", "hU"};

// Those that --max-depth is for.
const std::vector<std::string> bounded = {"bfs",     "greedy", "astar",   "wastar",  "dijkstra",
                                          "idastar", "dfbnb",  "arastar", "awastar", "sma"};

Answer decide(const Network& network, const Property& query, const Settings& settings) {
    SilentObserver quiet;
    const Limits limits;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, quiet});
}

std::size_t transitions(const Answer& answer) { return answer.witness->run->steps.size(); }

struct Case {
    const Promise& promise;
    bool admissible;
    const Answer& expected;  // with a shortest trace
    const Answer& answer;
    std::string where;
};

void check_verdict(const Case& c) {
    const bool is_undecided = c.answer.verdict == Verdict::unknown;
    CHECK_MESSAGE((c.answer.verdict == c.expected.verdict || (is_undecided && !c.promise.complete)), c.where);
    CHECK_MESSAGE(is_undecided != c.answer.reason.empty(), c.where);
    if (is_undecided) return;
    CHECK_MESSAGE(c.answer.witness.has_value() == c.expected.witness.has_value(), c.where);
    CHECK_MESSAGE(!c.answer.unverified, c.where);
}

void check_length(const Case& c) {
    const std::vector<std::uint32_t>& lengths = c.answer.lengths_found;
    CHECK_MESSAGE(std::ranges::adjacent_find(lengths, std::less_equal{}) == lengths.end(), c.where);
    if (!c.answer.witness || !c.answer.witness->run || !c.expected.witness->run) return;
    if (!lengths.empty()) CHECK_MESSAGE(lengths.back() == transitions(c.answer), c.where);
    if (c.promise.shortest && c.admissible) CHECK_MESSAGE(transitions(c.answer) == transitions(c.expected), c.where);
}

// Below the length of a shortest trace there is none, and nothing is proved; with that length there is one.
void check_bound(const Network& network, const Property& query, std::size_t shortest, std::uint64_t seed) {
    const std::string search = bounded[seed % bounded.size()];
    const std::string guide = guides[seed / bounded.size() % guides.size()];
    for (const std::size_t longest : {shortest, shortest - 1}) {
        if (shortest == 0 && longest != shortest) continue;
        std::string problem;
        Settings settings;
        REQUIRE(apply_search(*parse_search(search, problem), settings).empty());
        if (is_guided(settings)) settings.guidance.heuristic = *parse_heuristic(guide, problem);
        settings.longest = longest;
        const Answer answer = decide(network, query, settings);
        INFO(search, ", ", guide, ", seed ", seed, ", up to ", longest, " of ", shortest);
        CHECK((answer.verdict == Verdict::unknown) == (longest < shortest));
        if (longest == shortest && answer.witness && answer.witness->run) CHECK(transitions(answer) == shortest);
    }
}

void check_searches(const tiny::Shape& shape, std::uint64_t first_seed) {
    const std::size_t networks = tiny::budget(60);
    std::size_t reachable = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, seed % 2 == 0);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        Settings shortest;
        shortest.objective = Objective::shortest;
        const Answer expected = decide(loaded.network(), *query, shortest);
        reachable += expected.witness ? 1 : 0;
        if (expected.witness && expected.witness->run)
            check_bound(loaded.network(), *query, transitions(expected), seed);
        for (std::size_t i = 0; i < promises.size(); ++i) {
            const std::size_t guide = (seed + i) % guides.size();
            std::string problem;
            Settings settings;
            REQUIRE(apply_search(*parse_search(promises[i].search, problem), settings).empty());
            settings.guidance.heuristic = *parse_heuristic(guides[guide], problem);
            const Answer answer = decide(loaded.network(), *query, settings);
            const Case c{promises[i], guide < 3, expected, answer,
                         fmt::format("{}, {}, seed {}: {}\n{}\n{}", promises[i].search, guides[guide], seed,
                                     tiny::to_text(question), answer.reason, tiny::to_xta(net))};
            check_verdict(c);
            check_length(c);
        }
    }
    CHECK(reachable > networks / 4);
}

}  // namespace

TEST_CASE("searches with clocks, committed and urgent locations") {
    tiny::Shape shape;
    shape.processes = {2, 4};
    shape.committed = 15;
    check_searches(shape, 91'000'000);
}

TEST_CASE("searches without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    check_searches(shape, 92'000'000);
}

TEST_CASE("a beam expands no more states of a layer than it is wide") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.processes = {3, 4};
    std::size_t cut = 0;
    for (std::uint64_t seed = 93'000'000; seed < 93'000'000 + tiny::budget(60); ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const std::optional<Property> query = loaded.compile(tiny::random_reach(rng, net, shape, true));
        REQUIRE(query.has_value());
        const std::size_t width = 1 + seed % 4;
        for (const char* select : {"detailed", "priority"}) {
            std::string problem;
            Settings settings;
            const std::string search = fmt::format("beam(width={},select={})", width, select);
            REQUIRE(apply_search(*parse_search(search, problem), settings).empty());
            settings.guidance.heuristic = {"dL"};
            const Answer answer = decide(loaded.network(), *query, settings);
            const Statistics& used = *answer.statistics;
            if (used.depth) CHECK_MESSAGE(used.explored <= width * (*used.depth + 1), search << ", seed " << seed);
            cut += answer.verdict == Verdict::unknown ? 1 : 0;
        }
    }
    CHECK(cut > 0);
}
