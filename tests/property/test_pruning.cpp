// Leaving safe slots out changes no verdict, whatever searches the rest; and what is found has a trace, which the
// engine has replayed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "heuristic/registry.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

using namespace crowfly;

namespace {

bool chance(Rng& rng, int percent) { return rng.below(100) < static_cast<std::uint64_t>(percent); }
int number(Rng& rng, int least, int greatest) {
    return least + static_cast<int>(rng.below(static_cast<std::uint64_t>(greatest - least + 1)));
}

tiny::Edge loop(tiny::IntTest guard, tiny::Update update) {
    tiny::Edge edge;
    edge.guard.ints.push_back(guard);
    edge.updates.push_back(update);
    return edge;
}

// A process with one location that changes a variable of its own: around in a ring, mostly, and by some short cuts. Now
// and then its changes ask for the variable of the driver before it, or for a clock, or some value is not left any
// more.
void add_driver(Rng& rng, tiny::Net& net, int before) {
    const int values = number(rng, 2, 4);
    const auto variable = static_cast<int>(net.variables.size());
    net.variables.push_back(values);
    tiny::Process driver;
    driver.locations.resize(1);
    for (int value = chance(rng, 10) ? 1 : 0; value < values; ++value) {
        driver.edges.push_back(loop({variable, tiny::Relation::equal, value},
                                    {tiny::Update::Kind::set_variable, variable, (value + 1) % values}));
    }
    if (chance(rng, 30))
        driver.edges.push_back(
            loop({variable, tiny::Relation::at_least, 1}, {tiny::Update::Kind::set_variable, variable, 0}));
    if (chance(rng, 20))
        driver.edges.push_back(loop({variable, tiny::Relation::at_most, 1}, {tiny::Update::Kind::add, variable, 2}));
    for (tiny::Edge& edge : driver.edges) {
        if (before >= 0 && chance(rng, 25))
            edge.guard.ints.push_back(
                {before, tiny::Relation::equal, number(rng, 0, net.variables[static_cast<std::size_t>(before)] - 1)});
        if (net.clocks > 0 && chance(rng, 2)) edge.guard.clocks.push_back({1, 0, tiny::Relation::at_least, 1, -1});
    }
    net.processes.push_back(std::move(driver));
}

// A process that goes around freely, and from some of its locations answers others.
void add_walker(Rng& rng, tiny::Net& net) {
    tiny::Process walker;
    const int locations = number(rng, 2, 3);
    walker.locations.resize(static_cast<std::size_t>(locations));
    for (int l = 0; l < locations; ++l) {
        tiny::Edge onwards;
        onwards.source = l;
        onwards.target = (l + 1) % locations;
        walker.edges.push_back(onwards);
        if (net.channels.empty() || chance(rng, 40)) continue;
        tiny::Edge answer;
        answer.source = answer.target = l;
        answer.sync = chance(rng, 50) ? tiny::Sync::send : tiny::Sync::receive;
        answer.channel = number(rng, 0, static_cast<int>(net.channels.size()) - 1);
        walker.edges.push_back(answer);
    }
    net.processes.push_back(std::move(walker));
}

// A random network with parts that are likely to be safe, which others ask for.
tiny::Net net_with_free_parts(Rng& rng, const tiny::Shape& shape) {
    tiny::Net net = tiny::random_net(rng, shape);
    const std::size_t others = net.processes.size();
    const auto first = static_cast<int>(net.variables.size());
    const int drivers = number(rng, 1, 2);
    for (int i = 0; i < drivers; ++i) add_driver(rng, net, i == 0 ? -1 : first + i - 1);
    if (chance(rng, 40)) add_walker(rng, net);
    for (std::size_t p = 0; p < others; ++p) {
        for (tiny::Edge& edge : net.processes[p].edges) {
            const int variable = number(rng, first, first + drivers - 1);
            const int values = net.variables[static_cast<std::size_t>(variable)];
            if (chance(rng, 40))
                edge.guard.ints.push_back(
                    {variable, static_cast<tiny::Relation>(rng.below(5)), number(rng, 0, values - 1)});
            if (chance(rng, 2)) edge.updates.push_back({tiny::Update::Kind::set_variable, variable, 0});
        }
    }
    return net;
}

Answer decide(const Network& network, const Property& query, const Settings& settings) {
    SilentObserver silent;
    Limits limits;
    limits.explored = 20'000;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, silent});
}

std::vector<Settings> ways_to_search() {
    std::vector<Settings> ways(3);
    ways[1].search = "dfs";
    ways[2].search = "rdfs";
    for (const std::string heuristic : {"hU", "dU", "hL"}) {
        Settings& guided = ways.emplace_back();
        std::string problem;
        guided.search = "greedy";
        guided.guidance.heuristic = *parse_heuristic(heuristic, problem);
        if (heuristic == "hL") guided.guidance.own = guided.guidance.ahead = 100;
    }
    for (Settings& way : ways) way.pruning = Pruning::safe;
    return ways;
}

struct Counts {
    std::size_t networks = 0, pruned = 0, found = 0, spliced = 0, restored = 0;
};

void check(const Network& network, const Property& query, const Answer& expected, const std::string& where,
           Counts& counts) {
    for (const Settings& settings : ways_to_search()) {
        const Answer answer = decide(network, query, settings);
        CHECK_MESSAGE(answer.verdict == expected.verdict, where);
        REQUIRE_MESSAGE(answer.pruning.has_value(), where);
        if (answer.witness) {
            CHECK_MESSAGE(answer.witness->run != nullptr, where);
            if (answer.witness->spliced) CHECK_MESSAGE(*answer.witness->spliced <= answer.witness->length, where);
        }
        if (settings.search != "bfs") continue;
        counts.pruned += answer.pruning->dropped.empty() ? 0 : 1;
        counts.found += answer.witness && !answer.pruning->dropped.empty() ? 1 : 0;
        counts.spliced += answer.witness && answer.witness->spliced.value_or(0) > 0 ? 1 : 0;
        counts.restored += answer.pruning->restored.empty() ? 0 : 1;
    }
}

void sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    networks = tiny::budget(networks);
    Counts counts;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = net_with_free_parts(rng, shape);
        tiny::Loaded loaded(net);
        REQUIRE_MESSAGE(loaded.problem().empty(), loaded.problem());
        tiny::Question question = tiny::random_reach(rng, net, shape, seed % 2 == 0);
        if (seed % 3 == 0) question.kind = tiny::Question::Kind::always_globally;
        if (tiny::mentions(question.first, tiny::Claim::Kind::deadlock)) continue;
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const Answer expected = decide(loaded.network(), *query, {});
        if (expected.verdict != Verdict::satisfied && expected.verdict != Verdict::not_satisfied) continue;
        ++counts.networks;
        check(loaded.network(), *query, expected,
              fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net)), counts);
    }
    CHECK(counts.networks > networks * 3 / 4);
    CHECK(counts.pruned > counts.networks / 4);
    CHECK(counts.spliced > counts.networks / 30);
    CHECK(counts.restored <=
          (shape.committed == 0 ? 0 : counts.pruned / 10));  // nothing else is in the way of changing a safe slot
    if (tiny::law_factor() == nullptr) return;
    MESSAGE(fmt::format("{} networks, slots left out of {}, found in {} of these, spliced {}, restored {}",
                        counts.networks, counts.pruned, counts.found, counts.spliced, counts.restored));
}

}  // namespace

TEST_CASE("safe slots without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.processes = {1, 3};
    shape.committed = 0;
    shape.broadcast = false;
    shape.urgent_channels = false;
    sweep(shape, 60'000'000, 400);
}

TEST_CASE("safe slots with clocks") {
    tiny::Shape shape;
    shape.processes = {1, 2};
    shape.committed = 0;
    shape.broadcast = false;
    sweep(shape, 61'000'000, 400);
}

TEST_CASE("safe slots among broadcasts, urgent channels and committed locations") {
    tiny::Shape shape;
    shape.processes = {1, 2};
    shape.channels = {1, 2};
    shape.committed = 20;
    shape.broadcast_clock_guards = true;
    shape.urgent_clock_guards = true;
    shape.clock_values = true;
    shape.variable_bounds = true;
    sweep(shape, 62'000'000, 400);
}
