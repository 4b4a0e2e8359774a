// What is called a landmark is one: in networks all of whose states are known, no trace to the goal avoids it, and none
// contradicts an ordering. And landmark cuts are never less than the rounds of the relaxation.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "heuristic/landmarks.hpp"
#include "heuristic/registry.hpp"
#include "property/property.hpp"
#include "search/explore/distances.hpp"
#include "task/task_cache.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

using namespace crowfly;

namespace {

constexpr std::size_t most_states = 1000;

// All states of a network, as a graph.
class States {
public:
    using Node = Distances::Node;

    explicit States(const Distances& solved) : solved_(solved), steps_(solved.size()), slots_(solved.size()) {
        for (Node node = 0; node < solved.size(); ++node) solved.read(node, slots_[node]);
        for (std::size_t i = 0; i < solved.steps().size(); ++i)
            steps_[solved.steps()[i].first].push_back(solved.steps()[i].second);
    }

    const std::vector<std::int32_t>& slots(Node node) const { return slots_[node]; }
    const std::vector<Node>& steps(Node node) const { return steps_[node]; }
    bool is_goal(Node node) const { return solved_.distance(node) == 0; }

    // Those that can be reached from some without ever being in a state to avoid.
    template <class Avoid>
    std::vector<Node> reachable(const std::vector<Node>& from, Avoid avoid) const {
        std::vector<bool> seen(slots_.size());
        std::vector<Node> all;
        const auto add = [&](Node node) {
            if (seen[node] || avoid(node)) return;
            seen[node] = true;
            all.push_back(node);
        };
        for (const Node node : from) add(node);
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (const Node next : steps_[all[i]]) add(next);
        }
        return all;
    }

private:
    const Distances& solved_;
    std::vector<std::vector<Node>> steps_;
    std::vector<std::vector<std::int32_t>> slots_;
};

using Node = States::Node;

struct Tally {
    std::size_t landmarks = 0, natural = 0, necessary = 0, above = 0;
};

class LandmarkLaw {
public:
    LandmarkLaw(const Goal& goal, const States& states, std::string where, Tally& tally)
        : states_(states), facts_(task_of(goal)->grounding().facts), where_(std::move(where)), tally_(tally) {}

    bool is_true(Fact fact, Node node) const {
        const std::uint32_t slot = facts_.slot(fact);
        return facts_.fact(slot, states_.slots(node)[slot]) == fact;
    }
    bool is_of_slot(Fact fact) const { return fact < facts_.count(); }

    void check_landmark(Fact fact, const std::vector<Node>& from) {
        ++tally_.landmarks;
        for (const Node node : states_.reachable(from, [&](Node n) { return is_true(fact, n); }))
            CHECK_MESSAGE(!states_.is_goal(node), where_);
    }

    // Strictly before: not in the same state for the first time.
    void check_natural(Fact before, Fact after, const std::vector<Node>& from) {
        ++tally_.natural;
        for (const Node node : states_.reachable(from, [&](Node n) { return is_true(before, n); })) {
            CHECK_MESSAGE(!is_true(after, node), where_);
            for (const Node next : states_.steps(node)) CHECK_MESSAGE(!is_true(after, next), where_);
        }
    }

    void check_necessary(Fact before, Fact after, const std::vector<Node>& from) {
        ++tally_.necessary;
        for (const Node node : states_.reachable(from, [&](Node n) { return is_true(after, n); })) {
            for (const Node next : states_.steps(node)) {
                if (is_true(after, next)) CHECK_MESSAGE(is_true(before, node), where_);
            }
        }
    }

private:
    const States& states_;
    const FactTable& facts_;
    std::string where_;
    Tally& tally_;
};

void check_graph(const Goal& goal, LandmarkLaw& law, const std::vector<Node>& starts) {
    const LandmarkGraph graph = landmark_graph(goal);
    for (const Fact fact : fact_landmarks(goal)) law.check_landmark(fact, starts);
    for (const LandmarkGraph::Ordering& o : graph.orderings) {
        const Fact before = graph.landmarks[o.before], after = graph.landmarks[o.after];
        if (!law.is_of_slot(before) || !law.is_of_slot(after)) continue;
        if (o.greedy_necessary) law.check_necessary(before, after, starts);
        law.check_natural(before, after, starts);
    }
}

void check_states(const Goal& goal, const Distances& solved, const States& states, LandmarkLaw& law, Tally& tally) {
    LandmarkFinder finder(goal);
    const std::unique_ptr<Heuristic> cuts = make_heuristic(goal, {"lmcut", {}, {}});
    const std::unique_ptr<Heuristic> rounds = make_heuristic(goal, {"hL", {}, {}});
    for (Node node = 0; node < solved.size(); ++node) {
        const Estimate least = rounds->estimate(states.slots(node)), most = cuts->estimate(states.slots(node));
        CHECK(least <= most);
        if (solved.distance(node) != Distances::infinite) CHECK(most <= solved.distance(node));
        tally.above += least < most ? 1 : 0;
        CHECK(finder.find(states.slots(node)) == least);
        if (node % (1 + solved.size() / 10) != 0) continue;
        for (const Fact fact : Facts(finder.landmarks())) {
            if (law.is_of_slot(fact)) law.check_landmark(fact, {node});
        }
    }
}

void sweep(const tiny::Shape& shape, std::uint64_t first_seed) {
    Tally tally;
    for (std::uint64_t seed = first_seed; seed < first_seed + tiny::budget(1000); ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, false);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const Goal goal{loaded.network(), as_reach(*query).formula, as_reach(*query).exists};
        SilentObserver silent;
        Limits limits;
        limits.states = most_states;
        const Distances solved(goal, limits, silent);
        if (!solved.is_complete()) continue;
        const States states(solved);
        LandmarkLaw law(goal, states,
                        fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net)), tally);
        std::vector<Node> starts;
        for (Node node = 0; node < solved.starts(); ++node) starts.push_back(node);
        check_graph(goal, law, starts);
        check_states(goal, solved, states, law, tally);
    }
    CHECK(tally.landmarks > tiny::share(1000));
    CHECK(tally.natural > tiny::share(100));
    CHECK(tally.necessary > tiny::share(80));
    CHECK(tally.above > tiny::share(30));
}

}  // namespace

TEST_CASE("landmarks without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {1, 3};
    shape.processes = {2, 3};
    shape.locations = {3, 5};
    shape.more_edges = {0, 2};
    sweep(shape, 61'000'000);
}

TEST_CASE("landmarks with clocks and broadcasts") {
    tiny::Shape shape;
    shape.channels = {1, 2};
    shape.processes = {2, 3};
    shape.locations = {3, 5};
    shape.more_edges = {0, 2};
    shape.broadcast_clock_guards = true;
    sweep(shape, 62'000'000);
}
