// Preferring some transitions changes what is found first, never whether anything is: on random networks every
// preference answers what breadth first does. What may be left out is left out nowhere else. And the laws that say what
// a useless transition cannot be.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "heuristic/innocence.hpp"
#include "heuristic/registry.hpp"
#include "heuristic/removals.hpp"
#include "network/analyses/interference.hpp"
#include "search/explore/distances.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

const std::vector<std::string> preferences{"useless",
                                           "useless(plain)",
                                           "useless(reads=all)",
                                           "useless(exact)",
                                           "contexts",
                                           "contexts(plain)",
                                           "contexts(clocks=on)",
                                           "helpful(boost=3)",
                                           "useless,helpful",
                                           "contexts,useless",
                                           "contexts,useless,order=useless",
                                           "contexts,useless,helpful"};
const std::vector<std::string> guides{"zero", "hamming", "dL", "dU", "hL", "hU", "hcg", "hU(clocks=on)", "max(dL,hL)"};

Answer decide(const Network& network, const Property& query, const Settings& settings) {
    SilentObserver quiet;
    const Limits limits;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, quiet});
}

Settings directed(const std::string& heuristic, const std::string& preference) {
    std::string problem;
    Settings settings;
    settings.search = "greedy";
    settings.guidance.heuristic = *parse_heuristic(heuristic, problem);
    settings.guidance.preference = *parse_preference(preference, problem);
    return settings;
}

struct Seen {
    std::size_t networks = 0, reachable = 0, deferred = 0, left_out = 0, unrelated = 0;
};

void check_answers(const Network& network, const Property& query, Rng& rng, const std::string& where, Seen& seen) {
    const Answer expected = decide(network, query, {});
    ++seen.networks;
    seen.reachable += expected.witness ? 1 : 0;
    for (const std::string& preference : preferences) {
        const std::string& heuristic = guides[rng.below(guides.size())];
        Settings settings = directed(heuristic, preference);
        settings.guidance.ties = static_cast<Guidance::Ties>(rng.below(3));
        settings.compress = rng.below(4) == 0;
        const Answer answer = decide(network, query, settings);
        CHECK_MESSAGE(answer.verdict == expected.verdict, heuristic << " " << preference << " " << where);
        CHECK_MESSAGE(answer.witness.has_value() == expected.witness.has_value(),
                      heuristic << " " << preference << " " << where);
        seen.deferred += answer.statistics->deferred_explored;
        for (const PreferenceUse::Queue& queue : answer.preference->queues)
            seen.unrelated += queue.name.starts_with("unrelated") ? queue.pushed : 0;
        if (!answer.witness && answer.statistics->stored < expected.statistics->stored) ++seen.left_out;
    }
    for (const std::uint32_t interference : {0, 1, 2}) {
        Settings settings = directed(guides[rng.below(guides.size())], "useless");
        settings.search = "ib";
        settings.guidance.bounding = ContextBound{interference};
        const Answer answer = decide(network, query, settings);
        CHECK_MESSAGE(answer.verdict == expected.verdict, "bounding " << interference << " " << where);
        CHECK_MESSAGE(answer.witness.has_value() == expected.witness.has_value(),
                      "bounding " << interference << " " << where);
    }
}

template <class Check>
Seen sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks, const Check& check) {
    Seen seen;
    networks = tiny::budget(networks);
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, seed % 2 == 0);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        check(loaded.network(), *query, rng,
              fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net)), seen);
    }
    CHECK(seen.reachable > networks / 4);
    return seen;
}

}  // namespace

TEST_CASE("preferences with clocks, committed and urgent locations") {
    tiny::Shape shape;
    shape.processes = {2, 4};
    shape.committed = 15;
    const Seen seen = sweep(shape, 60'000'000, 200, check_answers);
    CHECK(seen.deferred > tiny::share(1000));
    CHECK(seen.unrelated > 0);
}

TEST_CASE("preferences without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    const Seen seen = sweep(shape, 61'000'000, 150, check_answers);
    CHECK(seen.deferred > tiny::share(1000));
}

// Processes that share nothing, and nothing else that bars: what has nothing to do with the transition before is left
// out.
TEST_CASE("preferences where something is left out") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {3, 5};
    shape.urgent = shape.committed = shape.invariants = 0;
    shape.urgent_channels = false;
    shape.synchronisations = 10;
    shape.guards = 25;
    const Seen seen = sweep(shape, 62'000'000, 150, check_answers);
    CHECK(seen.left_out > tiny::share(20));
    CHECK(seen.unrelated == 0);
}

// Processes with one location interfere by variables alone, also with themselves.
TEST_CASE("preferences where processes have one location") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {2, 4};
    shape.processes = {1, 3};
    shape.locations = {1, 2};
    shape.more_edges = {3, 6};
    shape.urgent = shape.committed = shape.invariants = 0;
    shape.urgent_channels = false;
    shape.synchronisations = 10;
    const Seen seen = sweep(shape, 65'000'000, 150, check_answers);
    CHECK(seen.deferred > tiny::share(100));
    CHECK(seen.left_out > tiny::share(20));
}

// X has to leave its place before Y can wait long enough: they share no variable, and are not alone all the same.
TEST_CASE("nothing is left out where an invariant bars the way") {
    const Asked asked(R"(
process X() { clock x; state x0 { x <= 5 }, x1; init x0; trans x0 -> x1 { }; }
process Y() { clock y; state y0, y1, y2; init y0; trans y0 -> y1 { }, y1 -> y2 { guard y >= 10; }; }
system X, Y;
)",
                      "E<> Y.y2");
    for (const std::string& preference : preferences) {
        const Answer answer = decide(asked.network(), *asked.query, directed("dL", preference));
        CHECK_MESSAGE(answer.verdict == Verdict::satisfied, preference);
    }
}

namespace {

// The distances over the steps that have none of these edges.
std::vector<Distances::Distance> distances_without(const Distances& solved, const RemovedEdges& removed) {
    std::vector<Distances::Distance> found(solved.size(), Distances::infinite);
    for (Distances::Node node = 0; node < solved.size(); ++node) {
        if (solved.distance(node) == 0) found[node] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < solved.steps().size(); ++i) {
            const auto [from, to] = solved.steps()[i];
            const auto missing = [&](EdgeIndex edge) { return removed.without[edge]; };
            if (found[to] == Distances::infinite || found[to] + 1 >= found[from]) continue;
            if (std::ranges::any_of(solved.edges(i), missing)) continue;
            found[from] = found[to] + 1;
            changed = true;
        }
    }
    return found;
}

const std::vector<std::string> tables{"mas(N=20)", "mas(N=1000,shrink=bisimulation)", "pdb",
                                      "cegar(subtasks=one,states=30)"};

// Tables of distances in the network without some edges are admissible there.
void check_tables(const Network& network, const Property& query, Rng& rng, const std::string& where, Seen& seen) {
    const Goal goal{network, as_reach(query).formula, true};
    SilentObserver quiet;
    Limits limits;
    limits.states = 500;
    const Distances solved(goal, limits, quiet, true);
    if (!solved.is_complete() || solved.steps().size() == 0) return;
    ++seen.networks;
    seen.reachable += solved.from_start() != Distances::infinite ? 1 : 0;
    for (const std::string& heuristic : tables) {
        std::string problem;
        const std::unique_ptr<Heuristic> asked = make_heuristic(goal, *parse_heuristic(heuristic, problem));
        REQUIRE(asked->why_not_without_edges().empty());
        Removals removals(network, Removal::plain);
        for (int i = 0; i < 5; ++i) {
            const RemovedEdges& removed = removals.of(solved.edges(rng.below(solved.steps().size())));
            const std::vector<Distances::Distance> truth = distances_without(solved, removed);
            std::vector<std::int32_t> slots;
            for (Distances::Node node = 0; node < solved.size(); ++node) {
                solved.read(node, slots);
                const Estimate without = asked->estimate_without(slots, {}, removed);
                if (truth[node] != Distances::infinite)
                    CHECK_MESSAGE(without <= truth[node], heuristic << " " << where);
                seen.deferred += without > asked->estimate(slots) ? 1 : 0;
            }
        }
    }
}

// A transition that leads to a better estimate is not useless, as long as estimates never drop where edges are missing
// (Wehrle, Proposition 3.8); that they do not is checked as well.
void check_useless(const Network& network, const Property& query, Rng&, const std::string& where, Seen& seen) {
    const Goal goal{network, as_reach(query).formula, true};
    SilentObserver quiet;
    Limits limits;
    limits.states = 500;
    Distances solved(goal, limits, quiet, true);
    if (!solved.is_complete()) return;
    ++seen.networks;
    seen.reachable += solved.from_start() != Distances::infinite ? 1 : 0;
    for (const std::string heuristic : {"dL", "dU", "hL", "mas(N=20)", "pdb"}) {
        std::string problem;
        const std::unique_ptr<Heuristic> asked = make_heuristic(goal, *parse_heuristic(heuristic, problem));
        for (const Removal removal : {Removal::plain, Removal::guards, Removal::updates}) {
            Removals removals(network, removal);
            std::vector<std::int32_t> slots;
            std::vector<EdgeIndex> support;
            for (std::size_t i = 0; i < solved.steps().size(); ++i) {
                const RemovedEdges& removed = removals.of(solved.edges(i));
                solved.read(solved.steps()[i].second, slots);
                const Estimate after = asked->estimate(slots);
                solved.read(solved.steps()[i].first, slots);
                const Estimate here = asked->estimate(slots);
                const Estimate without = asked->estimate_without(slots, {}, removed);
                CHECK_MESSAGE(here <= without, heuristic << " " << where);
                if (after < here) CHECK_MESSAGE(!(without <= after), heuristic << " " << where);
                support.clear();
                if (!asked->find_support(slots, {}, support)) continue;
                const bool untouched =
                    std::ranges::none_of(support, [&](EdgeIndex edge) { return removed.without[edge]; });
                if (untouched) CHECK_MESSAGE(without == here, heuristic << " " << where);
                seen.deferred += untouched ? 1 : 0;
            }
        }
    }
}

}  // namespace

TEST_CASE("what leads to a better estimate is not useless") {
    tiny::Shape shape;
    shape.variables = {0, 2};
    shape.processes = {2, 3};
    const Seen seen = sweep(shape, 63'000'000, 150, check_useless);
    CHECK(seen.networks > tiny::share(60));
    CHECK(seen.deferred > tiny::share(1000));  // estimates that rest on other edges
}

TEST_CASE("tables without some edges are admissible where these are missing") {
    tiny::Shape shape;
    shape.variables = {0, 2};
    shape.processes = {2, 3};
    const Seen seen = sweep(shape, 64'000'000, 150, check_tables);
    CHECK(seen.networks > tiny::share(60));
    CHECK(seen.deferred > tiny::share(100));  // estimates that need a missing edge
}

TEST_CASE("interference goes by what is read and written") {
    const Asked asked(R"(
int i, j, k; chan a;
process P1() { state l1, l2, l3; init l1; trans l1 -> l2 { guard i < 1; assign i = 1; },
    l1 -> l3 { guard j < 1; sync a!; }; }
process P2() { state l0, l1; init l0; trans l0 -> l1 { sync a?; assign k = 1; }; }
process P3() { state m0, m1; init m0; trans m0 -> m1 { guard k == 1; }; }
process P4() { state n0, n1; init n0; trans n0 -> n1 { }; }
system P1, P2, P3, P4;
)",
                      "E<> P3.m1 && P4.n1");
    Interference interference(asked.network(), false);
    const auto find = [&](ProcessIndex process, std::uint32_t target) {
        for (std::uint32_t t = 0; t < asked.network().transitions.size(); ++t) {
            const Edge& edge = asked.network().edges[asked.network().transitions[t].edge];
            if (edge.process == process && edge.target == target) return t;
        }
        return Interference::unrelated + 0U;
    };
    const std::uint32_t first = find(0, 1), second = find(0, 2), third = find(2, 1), alone = find(3, 1);
    CHECK(interference.level(first, first) == 0);
    CHECK(interference.level(first, second) == 1);
    CHECK(interference.level(second, first) == 1);
    CHECK(interference.level(first, third) == 2);
    CHECK(interference.level(first, alone) == Interference::unrelated);
    const std::vector<bool> innocent = innocent_transitions({asked.network(), as_reach(*asked.query).formula, true});
    CHECK(innocent[first]);
    CHECK(innocent[second]);
    CHECK_FALSE(innocent[third]);
    CHECK_FALSE(innocent[alone]);
}

TEST_CASE("edges of a process with one location interfere by variables alone") {
    const Asked asked(R"(
int i, j;
process P() { state l; init l; trans l -> l { guard i < 1; assign i = 1; }, l -> l { assign j = 1; },
    l -> l { guard j > 0; }; }
system P;
)",
                      "E<> j == 1");
    Interference interference(asked.network(), false);
    CHECK(interference.level(0, 1) == Interference::unrelated);
    CHECK(interference.level(1, 2) == 1);
    CHECK(interference.level(2, 0) == Interference::unrelated);
}
