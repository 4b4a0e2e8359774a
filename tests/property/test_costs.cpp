// The cheapest trace costs what a naive solver says, in every cost algebra: Bellman and Ford over the region graph of
// random networks, sharing nothing with src/. What a transition costs is the value of a variable after it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/engine.hpp"
#include "search/costs/step_costs.hpp"
#include "search/methods/registry.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

using Pair = std::pair<int, int>;

// An algebra as one would write it down on paper: less is better.
struct Paper {
    std::string name;
    Pair none;
    std::function<Pair(Pair, int)> after;
    std::function<std::string(Pair)> text;
};

std::vector<Paper> papers() {
    constexpr int most = 1'000'000;
    const auto first = [](Pair cost) { return fmt::format("{}", cost.first); };
    const auto both = [](Pair cost) { return fmt::format("{}, {}", cost.first, cost.second); };
    return {
        {"steps",
         {0, 0},
         [](Pair c, int) {
             return Pair{c.first + 1, 0};
         },
         first},
        {"cost",
         {0, 0},
         [](Pair c, int step) {
             return Pair{c.first + step, 0};
         },
         first},
        {"max",
         {0, 0},
         [](Pair c, int step) {
             return Pair{std::max(c.first, step), 0};
         },
         first},
        {"min",
         {-most, 0},
         [](Pair c, int step) {
             return Pair{-std::min(-c.first, step), 0};
         },
         [](Pair c) { return c.first == -most ? "no transition" : fmt::format("{}", -c.first); }},
        {"lexicographic(cost,steps)",
         {0, 0},
         [](Pair c, int step) {
             return Pair{c.first + step, c.second + 1};
         },
         both},
        {"lexicographic(steps,max)",
         {0, 0},
         [](Pair c, int step) {
             return Pair{c.first + 1, std::max(c.second, step)};
         },
         both},
    };
}

// They take turns, so that each meets every algebra.
const std::vector<std::string> searches = {"dijkstra",          "astar", "idastar(table=100)", "dfbnb", "arastar",
                                           "awastar(weight=3)", "sma"};

using Key = std::tuple<std::vector<std::int8_t>, std::vector<std::int8_t>, tiny::Region>;

// Until nothing becomes cheaper. Nothing: the claim holds nowhere, or there are too many states.
struct Solved {
    bool is_complete = false;
    std::optional<Pair> least;
};

Solved solve(const tiny::Net& net, const tiny::Claim& claim, int variable, const Paper& paper) {
    constexpr std::size_t most_states = 3'000;
    const tiny::Interpreter interpreter(
        net, tiny::Regions(std::vector<int>(static_cast<std::size_t>(net.clocks), 4), false));
    std::map<Key, Pair> best;
    std::vector<tiny::State> changed;
    const auto reach = [&](const tiny::State& state, Pair cost) {
        const auto [at, is_new] = best.try_emplace({state.locations, state.variables, state.region}, cost);
        if (!is_new && at->second <= cost) return;
        at->second = cost;
        changed.push_back(state);
    };
    Solved solved;
    if (const auto start = interpreter.initial()) reach(*start, paper.none);
    while (!changed.empty()) {
        if (best.size() > most_states) return solved;
        const tiny::State state = changed.back();
        changed.pop_back();
        const Pair cost = best.at({state.locations, state.variables, state.region});
        if (interpreter.satisfies(state, claim) && (!solved.least || cost < *solved.least)) solved.least = cost;
        for (const tiny::State& next : interpreter.actions(state))
            reach(next, paper.after(cost, next.variables[static_cast<std::size_t>(variable)]));
        if (const auto later = interpreter.wait(state)) reach(*later, cost);
    }
    solved.is_complete = true;
    return solved;
}

std::shared_ptr<const Costs> costs_of(tiny::Loaded& loaded, int variable, const std::string& algebra) {
    tiny::Question largest;
    largest.kind = tiny::Question::Kind::sup;
    largest.variable = variable;
    auto costs = std::make_shared<Costs>();
    std::string problem;
    costs->algebra = *CostAlgebra::parse(algebra, problem);
    costs->expression = as_extremum(*loaded.compile(largest)).measures.front();
    return costs;
}

Answer decide(const Network& network, const Property& query, const Settings& settings) {
    SilentObserver quiet;
    const Limits limits;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, quiet});
}

void check_costs(const tiny::Shape& shape, std::uint64_t first_seed) {
    const std::size_t networks = tiny::budget(150);
    std::size_t found = 0, compared = 0, improved = 0;
    const std::vector<Paper> algebras = papers();
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, seed % 2 == 0);
        if (tiny::mentions(question.first, tiny::Claim::Kind::deadlock) || !tiny::starts(net)) continue;
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        for (const Paper& paper : algebras) {
            const bool exists = question.kind == tiny::Question::Kind::exists_eventually;
            const Solved expected = solve(net, exists ? question.first : tiny::negation(question.first), 0, paper);
            if (!expected.is_complete) continue;
            const std::string& search = searches[compared++ % searches.size()];
            Settings settings;
            std::string problem;
            REQUIRE(apply_search(*parse_search(search, problem), settings).empty());
            if (search != "dijkstra")
                settings.guidance.heuristic = *parse_heuristic(seed % 3 == 0 ? "hL" : "dL", problem);
            settings.objective = Objective::cheapest;
            settings.costs = costs_of(loaded, 0, paper.name);
            const Answer answer = decide(loaded.network(), *query, settings);
            INFO(search, " for ", paper.name, ", seed ", seed, ": ", tiny::to_text(question), "\n", tiny::to_xta(net));
            CHECK_FALSE(answer.unverified);
            REQUIRE(answer.witness.has_value() == expected.least.has_value());
            if (!answer.witness) continue;
            ++found;
            REQUIRE(answer.witness->costs.has_value());
            CHECK(answer.witness->costs->total == paper.text(*expected.least));
            CHECK(answer.witness->run->costs->steps.size() == answer.witness->length);
            if (!answer.costs_found.empty()) CHECK(answer.costs_found.back() == answer.witness->costs->total);
            improved += answer.costs_found.size() > 1 ? 1 : 0;
        }
    }
    MESSAGE(compared << " compared, " << found << " traces");
    CHECK(compared > networks * 3);
    CHECK(found > networks);
    CHECK(improved > networks / 50);
}

}  // namespace

TEST_CASE("cheapest traces without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {1, 2};
    shape.values = {3, 5};
    shape.processes = {2, 3};
    check_costs(shape, 95'000'000);
}

TEST_CASE("cheapest traces with clocks") {
    tiny::Shape shape;
    shape.clocks = {1, 2};
    shape.variables = {1, 1};
    shape.values = {3, 5};
    shape.largest_constant = 3;
    check_costs(shape, 96'000'000);
}
