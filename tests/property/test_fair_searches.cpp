// A complete search ends wherever breadth first search ends, within a number of expansions that does not depend on the
// constants of the clocks (search/kernels/zone_rounds.hpp). The networks have few discrete states and one or more clock
// constants so large that the zones of a discrete state are practically without number: a search that goes on with
// the next zone of the same discrete state for ever does not end.
//
// Depth first searches are left out: they follow a path to its end, whatever else is open.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "engine/engine.hpp"
#include "search/kernels/zone_rounds.hpp"
#include "search/methods/exploration_list.hpp"
#include "search/methods/registry.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

constexpr std::size_t few = 300;        // states, after which breadth first search has ended
constexpr std::size_t many = 3'000;     // states, after which it would have ended if zones were few
constexpr std::size_t most_steps = 64;  // estimates and rounds together, in these networks
constexpr int huge_constant = 200'000'000;

const std::vector<std::string> depth_first{"dfs", "rdfs", "dfbnb"};

// Every registered search and open list that is complete and knows clocks.
std::vector<std::string> complete_searches() {
    std::vector<std::string> names;
    for (const SearchPlugin& search : searches().all()) {
        const bool knows_clocks = std::ranges::none_of(
            search.properties, [](const Declaration::Note& n) { return n.name == "clocks" && n.text == "no"; });
        if (search.has("complete") && knows_clocks && std::ranges::count(depth_first, search.name) == 0)
            names.push_back(search.name);
    }
    for (const ListPlugin& list : open_lists().all()) {
        const bool is_made_of_lists = list.parts.vocabulary == lists_as_parts;
        names.push_back(list.name + (is_made_of_lists ? "(best(hU,ties=newest))" : "(hU)"));
    }
    for (const char* also : {"greedy(lazy)", "greedy(ties=oldest)", "greedy(local=10)", "kbest(k=1)"})
        names.emplace_back(also);
    return names;
}

template <class Function>
void for_each_clock_test(tiny::Net& net, const Function& function) {
    for (tiny::Process& process : net.processes) {
        for (tiny::Location& location : process.locations)
            for (tiny::ClockTest& test : location.invariant.clocks) function(test);
        for (tiny::Edge& edge : process.edges)
            for (tiny::ClockTest& test : edge.guard.clocks) function(test);
    }
}

tiny::Net with_huge_constants(Rng& rng, tiny::Net net) {
    for_each_clock_test(net, [&](tiny::ClockTest& test) {
        if (test.value > 0 && rng.below(3) == 0) test.value = huge_constant;
    });
    return net;
}

Answer decide_within(const Network& network, const Property& query, const std::string& search, std::size_t explored) {
    SilentObserver quiet;
    Limits limits;
    limits.explored = explored;
    std::string problem;
    Settings settings;
    REQUIRE(apply_search(*parse_search(search, problem), settings).empty());
    if (is_guided(settings)) settings.guidance.heuristic = *parse_heuristic("hU", problem);
    return choose_engine(network, query).engine->decide({network, query, settings, limits, quiet});
}

}  // namespace

TEST_CASE("complete searches end where breadth first search ends") {
    tiny::Shape shape;
    shape.clocks = {2, 3};
    shape.locations = {2, 3};
    shape.invariants = 60;
    shape.guards = 70;
    shape.resets = 60;
    const std::vector<std::string> all = complete_searches();
    const std::size_t networks = tiny::budget(600);
    std::size_t ended = 0, practically_endless = 0;
    for (std::uint64_t seed = 96'000'000; seed < 96'000'000 + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = with_huge_constants(rng, tiny::random_net(rng, shape));
        tiny::Loaded loaded(net);
        tiny::Question question = tiny::random_reach(rng, net, shape, true);
        if (seed % 2 == 0) question.first = tiny::both(question.first, tiny::deadlock());
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const Answer expected = decide_within(loaded.network(), *query, "bfs", few);
        if (expected.verdict == Verdict::unknown) continue;
        ++ended;
        tiny::Question nothing;
        nothing.first = tiny::both(question.first, tiny::truth(false));
        const Property whole = *loaded.compile(nothing);
        if (decide_within(loaded.network(), whole, "bfs", many).verdict == Verdict::unknown) ++practically_endless;
        std::size_t discrete = net.variables.empty() ? 1 : 3;
        for (const tiny::Process& process : net.processes) discrete *= process.locations.size();
        for (const std::string& search : all) {
            const Answer answer =
                decide_within(loaded.network(), *query, search, ZoneRounds::patience * most_steps * discrete);
            CHECK_MESSAGE(answer.verdict == expected.verdict,
                          fmt::format("{}, seed {}: {}\n{}\n{}", search, seed, tiny::to_text(question), answer.reason,
                                      tiny::to_xta(net)));
        }
    }
    CHECK(ended > networks / 2);
    CHECK(practically_endless > networks / 100);
}
