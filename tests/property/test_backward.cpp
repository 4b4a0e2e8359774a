// Backward search on random networks without clocks: the layers before a goal hold every state from which it can be
// reached, no later than at its distance; and the searches that go by them decide what breadth first search decides,
// with shortest traces where they promise them. Every trace is replayed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "engine/engine.hpp"
#include "property/random_goal.hpp"
#include "search/backward/target_layers.hpp"
#include "search/methods/registry.hpp"
#include "search/schedule/reachability.hpp"
#include "tiny/budget.hpp"

using namespace crowfly;

namespace {

tiny::Shape discrete() {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 3};
    shape.processes = {2, 4};
    shape.locations = {3, 6};
    shape.more_edges = {1, 3};
    shape.committed = 10;
    return shape;
}

// What labels say exactly: neither broadcasts nor invariants.
tiny::Shape exact() {
    tiny::Shape shape = discrete();
    shape.broadcast = false;
    shape.invariants = 0;
    return shape;
}

struct LayerCounts {
    std::size_t states = 0, exact = 0, early = 0, far = 0;
};

void compare_layers(SolvedGoal& random, TargetLayers& layers, LayerCounts& counts) {
    while (!layers.is_complete()) layers.expand();
    Distances& solved = *random.distances;
    std::vector<std::int32_t> slots;
    for (Distances::Node node = 0; node < solved.size(); ++node) {
        solved.read(node, slots);
        const Distances::Distance truth = solved.distance(node);
        const std::uint32_t layer = layers.distance(slots);
        CHECK_MESSAGE(layer <= truth, random.where);
        ++counts.states;
        counts.exact += layer == truth ? 1 : 0;
        counts.early += layer < truth ? 1 : 0;
        counts.far += truth >= 2 && truth != Distances::infinite ? 1 : 0;
    }
}

LayerCounts layers_of(const tiny::Shape& shape, std::uint64_t first_seed) {
    static_assert(TargetLayers::beyond == Distances::infinite);
    LayerCounts counts;
    for (std::uint64_t seed = first_seed; seed < first_seed + tiny::budget(150); ++seed) {
        SolvedGoal random(seed, shape, seed % 2 == 0, 2000);
        if (!random.distances->is_complete()) continue;
        TargetLayers layers(*random.goal);
        compare_layers(random, layers, counts);
    }
    CHECK(counts.states > tiny::budget(500));
    CHECK(counts.far > tiny::budget(100));
    return counts;
}

struct Wanted {
    std::string search;
    std::string heuristic;
    bool shortest = true;
};

const std::vector<Wanted> wanted{{"bidirectional", "zero"},
                                 {"perimeter", "dL"},
                                 {"perimeter(depth=0)", "hL"},
                                 {"perimeter(depth=1)", "zero"},
                                 {"perimeter(depth=2,ties=oldest)", "hL"},
                                 {"perimeter(depth=3,sets=4)", "dL"},
                                 {"perimeter(depth=1000)", "hU", false},
                                 {"perimeter(depth=1,w=1000)", "hL", false}};

Settings settings_for(const Wanted& asked) {
    std::string problem;
    Settings settings;
    REQUIRE(apply_search(*parse_search(asked.search, problem), settings).empty());
    settings.guidance.heuristic = *parse_heuristic(asked.heuristic, problem);
    return settings;
}

Answer decide(const RandomGoal& random, const Settings& settings) {
    SilentObserver quiet;
    const Limits limits;
    const Network& network = random.loaded.network();
    return choose_engine(network, *random.query).engine->decide({network, *random.query, settings, limits, quiet});
}

std::size_t transitions(const Answer& answer) { return answer.witness->run->steps.size(); }

// How deep a search went backward, by what it says of itself.
std::size_t depth_backward(const Answer& answer) {
    for (const std::string& strategy : answer.strategies) {
        if (strategy.find("backward") == std::string::npos) continue;
        return std::stoul(strategy.substr(strategy.find("to depth ") + 9));
    }
    return 0;
}

struct Uses {
    std::size_t reachable = 0;
    std::size_t backward = 0;  // went backward to find something
    std::size_t proofs = 0;    // that there is nothing, by backward search
};

void check_answer(const Wanted& asked, const Answer& expected, const Answer& answer, const std::string& where) {
    REQUIRE_MESSAGE(answer.verdict == expected.verdict, where);
    CHECK_MESSAGE(!answer.unverified, where);
    CHECK_MESSAGE(answer.witness.has_value() == expected.witness.has_value(), where);
    if (!answer.witness) return;
    REQUIRE_MESSAGE(answer.witness->run, where);
    if (asked.shortest) CHECK_MESSAGE(transitions(answer) == transitions(expected), where);
    CHECK_MESSAGE(transitions(answer) >= transitions(expected), where);
}

void check_searches(const tiny::Shape& shape, std::uint64_t first_seed) {
    const std::size_t networks = tiny::budget(150);
    std::vector<Uses> uses(wanted.size());
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        const RandomGoal random(seed, shape, seed % 3 != 0);
        Settings shortest;
        shortest.objective = Objective::shortest;
        const Answer expected = decide(random, shortest);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const Answer answer = decide(random, settings_for(wanted[i]));
            const std::string where =
                fmt::format("{}, {}: {}\n{}", wanted[i].search, wanted[i].heuristic, answer.reason, random.where);
            check_answer(wanted[i], expected, answer, where);
            uses[i].reachable += answer.witness ? 1 : 0;
            uses[i].backward += answer.witness && depth_backward(answer) > 0 ? 1 : 0;
            uses[i].proofs += answer.proof && answer.proof->method == Proof::Method::backward ? 1 : 0;
        }
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        CAPTURE(wanted[i].search);
        CHECK(uses[i].reachable > networks / 4);
        if (wanted[i].search == "perimeter(depth=0)") continue;
        CHECK(uses[i].backward > networks / 8);
    }
    CHECK(uses.front().proofs > networks / 16);
    CHECK(uses[wanted.size() - 2].proofs > networks / 16);
}

}  // namespace

TEST_CASE("layers before a goal are its distances where labels are exact") {
    const LayerCounts counts = layers_of(exact(), 94'000'000);
    CHECK(counts.early == 0);
}

TEST_CASE("no state is missing in the layers before a goal") {
    const LayerCounts counts = layers_of(discrete(), 94'100'000);
    CHECK(counts.exact > counts.states / 2);
}

TEST_CASE("backward searches where labels are exact") { check_searches(exact(), 94'200'000); }

TEST_CASE("backward searches with broadcasts and invariants") { check_searches(discrete(), 94'300'000); }

TEST_CASE("backward searches below a bound on traces") {
    std::size_t found = 0, cut = 0;
    for (std::uint64_t seed = 94'400'000; seed < 94'400'000 + tiny::budget(100); ++seed) {
        const RandomGoal random(seed, discrete(), true);
        for (const Wanted& asked : {wanted[0], wanted[1]}) {
            const Answer any = decide(random, settings_for(asked));
            if (!any.witness || transitions(any) == 0) continue;
            Settings settings = settings_for(asked);
            settings.longest = transitions(any);
            const Answer enough = decide(random, settings);
            CHECK_MESSAGE(enough.verdict == any.verdict, asked.search << random.where);
            settings.longest = transitions(any) - 1;
            const Answer less = decide(random, settings);
            CHECK_MESSAGE(less.verdict == Verdict::unknown, asked.search << random.where);
            ++found;
            cut += less.reason.find("longer ones were not looked for") != std::string::npos ? 1 : 0;
        }
    }
    CHECK(found > tiny::budget(40));
    CHECK(cut == found);
}

TEST_CASE("networks with clocks are refused") {
    tiny::Shape shape;
    shape.processes = {1, 2};
    const RandomGoal random(94'500'000, shape, false);
    for (const Wanted& asked : {wanted[0], wanted[1]}) {
        const Answer answer = decide(random, settings_for(asked));
        CHECK(answer.verdict == Verdict::unknown);
        CHECK(answer.reason == "it computes predecessors of discrete states, and there are clocks");
    }
}
