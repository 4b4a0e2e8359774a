// Where a factored system says all about a network, merge-and-shrink without a bound is exact: bisimulation keeps every
// distance of the initial state, and weak bisimulation whether there is one.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "heuristic/registry.hpp"
#include "property/property.hpp"
#include "search/explore/distances.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

Estimate estimate_of(const Goal& goal, const std::string& text) {
    std::string problem;
    return make_heuristic(goal, *parse_heuristic(text, problem))->estimate(initial_slots(goal.network));
}

}  // namespace

TEST_CASE("without a bound merge-and-shrink is exact where the factored system is") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.channels = {0, 3};
    shape.processes = {2, 4};
    shape.urgent = shape.committed = shape.invariants = 0;
    shape.broadcast = shape.urgent_channels = false;
    const std::size_t networks = tiny::budget(300);
    std::size_t unreachable = 0;
    for (std::uint64_t seed = 71'000'000; seed < 71'000'000 + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, true);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const std::string where = fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
        const Goal goal{loaded.network(), as_reach(*query).formula, as_reach(*query).exists};
        SilentObserver silent;
        Distances solved(goal, {}, silent);
        const bool reachable = solved.from_start() != Distances::infinite;
        unreachable += reachable ? 0 : 1;
        for (const char* merge : {"ranking", "definition", "scc", "dfp", "silent"}) {
            const Estimate exact = estimate_of(goal, fmt::format("mas(N=100000,shrink=bisimulation,merge={})", merge));
            CHECK_MESSAGE((reachable ? exact == solved.from_start() : exact == dead_end), where << merge);
            const Estimate weak = estimate_of(goal, fmt::format("mas(N=100000,shrink=weak,merge={})", merge));
            CHECK_MESSAGE((weak != dead_end) == reachable, where << merge);
        }
    }
    CHECK(unreachable > networks / 20);
    CHECK(unreachable < networks / 2);
}
