// Open lists that explore change what is found first, never whether anything is: on random networks every list decides
// what breadth first search does, and its traces are replayed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "search/methods/registry.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

const std::vector<std::string> lists{"best(hU)",
                                     "best(dU,ties=random)",
                                     "type(hU,g)",
                                     "type(g)",
                                     "epsilon(p=0.3,best(hL))",
                                     "novelty(hamming)",
                                     "novelty(hU,width=2)",
                                     "alt(best(hU),best(formula),type(hcg,g),novelty(dU,width=2))",
                                     "alt(epsilon(alt(best(hU),type)),novelty,boost=3)",
                                     "rdfs(restart=5)"};

Answer decide(const Network& network, const Property& query, const Settings& settings) {
    SilentObserver quiet;
    const Limits limits;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, quiet});
}

void check_lists(const tiny::Shape& shape, std::uint64_t first_seed) {
    const std::size_t networks = tiny::budget(60);
    std::size_t reachable = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, seed % 2 == 0);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const Answer expected = decide(loaded.network(), *query, {});
        reachable += expected.witness ? 1 : 0;
        for (const std::string& list : lists) {
            std::string problem;
            Settings settings;
            REQUIRE(apply_search(*parse_search(list, problem), settings).empty());
            settings.seed = seed;
            const Answer answer = decide(loaded.network(), *query, settings);
            const std::string where =
                fmt::format("{}, seed {}: {}\n{}\n", list, seed, tiny::to_text(question), tiny::to_xta(net));
            CHECK_MESSAGE(answer.verdict == expected.verdict, where);
            CHECK_MESSAGE(answer.witness.has_value() == expected.witness.has_value(), where);
            CHECK_MESSAGE(!answer.unverified, where);
        }
    }
    CHECK(reachable > networks / 4);
}

}  // namespace

TEST_CASE("open lists with clocks, committed and urgent locations") {
    tiny::Shape shape;
    shape.processes = {2, 4};
    shape.committed = 15;
    check_lists(shape, 81'000'000);
}

TEST_CASE("open lists without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    check_lists(shape, 82'000'000);
}
