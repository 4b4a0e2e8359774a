// What a strategy of the default search claims is true: on random networks each of them, alone, finds nothing that
// breadth first search does not find, and proves nothing that breadth first search refutes.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "network/analyses/distinction.hpp"
#include "search/methods/registry.hpp"
#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct Seen {
    std::size_t found = 0, proved = 0;
};

void check_strategies(const Network& network, const Property& query, const std::string& where, Seen& seen) {
    const property::Reach& asked = as_reach(query);
    const Distinction distinction(network, slots_read(query));
    StrategyTask task{network, asked.formula, {}};
    task.options.wanted = asked.exists;
    task.options.compared = &distinction;
    if (network.clocks.size() == 1) task.options.abstraction.reset();
    SilentObserver silent;
    const SearchResult expected = search(network, asked.formula, task.options, {}, silent);
    REQUIRE_MESSAGE(expected.is_sure(), where);
    for (const Strategy* strategy : strategies_for(task)) {
        Limits limits;
        limits.explored = 5'000;
        const SearchResult result = strategy->run(task, limits, silent);
        if (!result.is_sure()) continue;
        if (result.found && strategy->finds) {
            CHECK_MESSAGE(expected.found.has_value(), strategy->name << " found\n" << where);
            ++seen.found;
        } else if (!result.found && strategy->proves) {
            CHECK_MESSAGE(!expected.found, strategy->name << " proved\n" << where);
            ++seen.proved;
        }
    }
}

// All together, some of them at once, with turns so short that there are many.
void check_portfolio(const Network& network, const Property& query, const std::string& where) {
    const property::Reach& asked = as_reach(query);
    SearchOptions options;
    options.wanted = asked.exists;
    if (network.clocks.size() == 1) options.abstraction.reset();
    SilentObserver silent;
    const SearchResult expected = search(network, asked.formula, options, {}, silent);
    options.search = automatic;
    options.pace = 1'000'000;
    options.workers = 2;
    const SearchResult result = search(network, asked.formula, options, {}, silent);
    REQUIRE_MESSAGE(result.is_sure(), where);
    CHECK_MESSAGE(result.found.has_value() == expected.found.has_value(), where);
}

void sweep(const tiny::Shape& shape, std::uint64_t first_seed) {
    const std::size_t networks = tiny::budget(150);
    Seen seen;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, seed % 2 == 0);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const std::string where = fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
        check_strategies(loaded.network(), *query, where, seen);
        if (seed % 5 == 0) check_portfolio(loaded.network(), *query, where);
    }
    CHECK(seen.found > networks);
    CHECK(seen.proved > networks / 2);
}

}  // namespace

TEST_CASE("strategies with clocks, committed and urgent locations") {
    tiny::Shape shape;
    shape.processes = {2, 4};
    shape.committed = 15;
    sweep(shape, 71'000'000);
}

TEST_CASE("strategies without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.processes = {2, 4};
    sweep(shape, 72'000'000);
}
