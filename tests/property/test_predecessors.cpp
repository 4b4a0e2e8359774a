// Predecessors that are counted without a search: none that can be reached is missing, however states are told apart.
// So breadth first heuristic search that forgets a state with its last predecessor expands no state twice.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

#include "engine/engine.hpp"
#include "family/registry.hpp"
#include "property/random_goal.hpp"
#include "search/backward/predecessors.hpp"
#include "search/methods/registry.hpp"
#include "space/discrete/discrete_space.hpp"
#include "tiny/budget.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

tiny::Shape large_without_clocks() {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 3};
    shape.processes = {3, 5};
    shape.locations = {3, 6};
    shape.more_edges = {1, 3};
    shape.committed = 10;
    return shape;
}

// The predecessors of all states, each by its number. Nothing: there are more states.
std::optional<std::vector<std::set<NodeId>>> predecessors_in(DiscreteSpace& space, std::size_t most) {
    std::vector<std::set<NodeId>> all;
    const auto note = [&](NodeId from) {
        NodeId to = space.add(from);
        if (to == no_node) to = space.coverer();
        all.resize(space.nodes());
        if (from != no_node && from != to) all[to].insert(from);
    };
    if (!space.start()) return {};
    while (space.next()) note(no_node);
    for (NodeId node = 0; node < space.nodes(); ++node) {
        if (space.nodes() > most || !space.expand(node)) return {};
        while (space.next()) note(node);
        if (space.stop()) return {};
    }
    return all;
}

struct Counted {
    std::size_t states = 0, exact = 0;
};

void compare(const Network& network, const Goal& goal, const Distinction* compared, const std::string& where,
             Counted& counted) {
    DiscreteSpace space(network, Layout(network, compared), false, nullptr, compared);
    const auto truth = predecessors_in(space, 3000);
    if (!truth) return;
    Predecessors predecessors(goal, compared);
    std::vector<std::int32_t> slots;
    for (NodeId node = 0; node < truth->size(); ++node) {
        space.read(node, slots);
        const std::uint32_t count = predecessors.count(slots);
        CHECK_MESSAGE(count >= std::min<std::size_t>((*truth)[node].size(), Predecessors::many), where);
        ++counted.states;
        counted.exact += count == (*truth)[node].size() ? 1 : 0;
    }
}

Answer decide(const Network& network, const Property& query, const std::string& search,
              const std::string& heuristic = "zero") {
    std::string problem;
    Settings settings;
    REQUIRE(apply_search(*parse_search(search, problem), settings).empty());
    settings.guidance.heuristic = {heuristic};
    SilentObserver quiet;
    const Limits limits;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, quiet});
}

std::string hanoi(const std::string& disks) {
    const FamilyPlugin* plugin = families().find("hanoi");
    std::string problem;
    return plugin->write(*read_arguments(*plugin, {disks}, {}, problem), problem);
}

}  // namespace

TEST_CASE("no predecessor that can be reached is missing") {
    Counted counted;
    for (std::uint64_t seed = 94'000'000; seed < 94'000'000 + tiny::budget(150); ++seed) {
        const RandomGoal random(seed, large_without_clocks(), seed % 2 == 0);
        const Network& network = random.loaded.network();
        const Distinction distinction(network, slots_read(*random.query));
        for (const Distinction* compared : {static_cast<const Distinction*>(nullptr), &distinction})
            compare(network, *random.goal, compared, random.where, counted);
    }
    CHECK(counted.states > tiny::budget(1500));
    CHECK(counted.exact > counted.states / 3);
}

TEST_CASE("in the towers of Hanoi no predecessor is counted that cannot be reached") {
    const Asked asked(hanoi("4"), "E<> Disk1.p1 && Disk2.p1 && Disk3.p1 && Disk4.p1");
    Counted counted;
    compare(asked.network(), {asked.network(), as_reach(*asked.query).formula, true}, nullptr, "hanoi 4", counted);
    CHECK(counted.states == 1449);
    CHECK(counted.exact == 1449);
}

TEST_CASE("what forgets stores a fifth of what A* does, and a beam what its width says") {
    const Asked asked(hanoi("5"), "E<> Disk1.p1 && Disk2.p1 && Disk3.p1 && Disk4.p1 && Disk5.p1");
    const auto stored = [&](const std::string& search) {
        const Answer answer = decide(asked.network(), *asked.query, search, "hL");
        REQUIRE_MESSAGE(answer.witness, search);
        CHECK_MESSAGE(answer.witness->run->steps.size() >= 114, search);
        if (search.starts_with("bfhs")) CHECK_MESSAGE(answer.witness->run->steps.size() == 114, search);
        return answer.statistics->stored;
    };
    CHECK(5 * stored("bfhs") <= stored("astar"));
    CHECK(5 * stored("bfhs(bound=1000)") <= stored("astar"));
    CHECK(stored("bfhs(bound=114,keep=layers)") < stored("astar"));
    for (const std::size_t width : {10, 20}) CHECK(stored(fmt::format("beam(width={})", width)) <= 50 * width);
}

TEST_CASE("where no predecessor is missing no state is expanded twice, and states are forgotten") {
    std::size_t proofs = 0, forgotten = 0;
    for (std::uint64_t seed = 95'000'000; seed < 95'000'000 + tiny::budget(150); ++seed) {
        const RandomGoal random(seed, large_without_clocks(), seed % 2 == 0);
        const Network& network = random.loaded.network();
        const Answer expected = decide(network, *random.query, "bfs");
        const Answer answer = decide(network, *random.query, "bfhs(bound=1000000)");
        REQUIRE_MESSAGE(answer.verdict == expected.verdict, random.where);
        if (expected.witness || !expected.statistics || expected.verdict == Verdict::unknown) continue;
        CHECK_MESSAGE(answer.statistics->explored == expected.statistics->explored, random.where);
        CHECK_MESSAGE(answer.statistics->stored <= expected.statistics->stored, random.where);
        ++proofs;
        forgotten += answer.statistics->stored < expected.statistics->stored ? 1 : 0;
    }
    CHECK(proofs > tiny::budget(20));
    CHECK(forgotten > tiny::budget(4));
}

TEST_CASE("a search that forgets finds a shortest trace wherever the state is that it ends in") {
    tiny::Shape shape = large_without_clocks();
    shape.processes = {4, 6};
    shape.variables = {1, 2};
    shape.committed = 0;
    shape.guards = 70;
    std::size_t forgotten = 0;
    for (std::uint64_t seed = 96'000'000; seed < 96'000'000 + tiny::budget(150); ++seed) {
        const RandomGoal random(seed, shape, true);
        const Network& network = random.loaded.network();
        const Answer expected = decide(network, *random.query, "bfs");
        if (!expected.witness || !expected.witness->run) continue;
        for (const char* search :
             {"bfhs(bound=1000)", "bfhs(bound=1000,every=3)", "bfhs(keep=layers,every=2,before=0)"}) {
            const Answer answer = decide(network, *random.query, search);
            REQUIRE_MESSAGE(answer.witness, search << ", " << random.where);
            REQUIRE_MESSAGE(answer.witness->run, search << ", " << random.where);
            CHECK_MESSAGE(answer.witness->run->steps.size() == expected.witness->run->steps.size(),
                          search << ", " << random.where);
            forgotten += answer.statistics->stored + 50 < expected.statistics->stored ? 1 : 0;
        }
    }
    CHECK(forgotten > 0);
}
