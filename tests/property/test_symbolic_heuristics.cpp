// Heuristics that are computed with decision diagrams, in every state of random networks: a symbolic pattern database
// of all slots knows the distance; one of some slots is admissible, consistent and no worse than the table of the same
// pattern; the inferred heuristic says what the sets of the symbolic engine say. A limit makes estimates smaller only.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "heuristic/registry.hpp"
#include "model/aiger/write.hpp"
#include "property/symbolic_problems.hpp"
#include "symbolic/diagrams/frozen_diagram.hpp"
#include "symbolic/searches/inferred.hpp"
#include "tiny/budget.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

constexpr std::size_t most_states = 2000;

// All reachable states of a goal, and what heuristics say of them.
class Solved {
public:
    Solved(const Goal& goal, std::string where) : goal_(goal), where_(std::move(where)) {
        limits_.states = most_states;
        distances_.emplace(goal_, limits_, silent_);
    }

    bool is_complete() const { return distances_->is_complete(); }
    std::size_t size() const { return distances_->size(); }
    Distances::Distance distance(Distances::Node node) const { return distances_->distance(node); }

    // Checks as well that it is admissible, consistent and safe.
    std::vector<Estimate> estimates(const std::string& text) {
        std::string problem;
        const std::optional<HeuristicSpec> spec = parse_heuristic(text, problem);
        REQUIRE_MESSAGE(spec, problem);
        REQUIRE(why_not(goal_.network, *spec).empty());
        const std::unique_ptr<Heuristic> heuristic = make_heuristic(goal_, *spec);
        const std::string here = text + " " + where_;
        std::vector<Estimate> result;
        std::vector<std::int32_t> slots;
        for (Distances::Node node = 0; node < size(); ++node) {
            distances_->read(node, slots);
            result.push_back(heuristic->estimate(slots));
            CHECK_MESSAGE(result.back() <= distance(node), here);
        }
        for (std::size_t i = 0; i < distances_->steps().size(); ++i) {
            const auto [from, to] = distances_->steps()[i];
            CHECK_MESSAGE(result[from] <= plus(result[to], 1), here);
        }
        return result;
    }

    // A heuristic that knows all distances.
    void check_perfect(const std::string& text) {
        const std::vector<Estimate> found = estimates(text);
        for (Distances::Node node = 0; node < size(); ++node) {
            if (distance(node) != Distances::infinite)
                CHECK_MESSAGE(found[node] == distance(node), text << " " << where_);
            else
                CHECK_MESSAGE(found[node] >= farthest, text << " " << where_);
        }
    }

    const std::string& where() const { return where_; }
    void read(Distances::Node node, std::vector<std::int32_t>& slots) const { distances_->read(node, slots); }

private:
    const Goal& goal_;
    std::string where_;
    SilentObserver silent_;
    Limits limits_;
    std::optional<Distances> distances_;
};

std::string random_pattern(const Network& network, Rng& rng) {
    std::vector<std::string> names;
    for (const Slot& slot : network.slots) {
        if (!slot.meta && rng.below(2) == 0) names.push_back(slot.name);
    }
    if (names.empty()) names.push_back(network.slots.front().name);
    return fmt::format("{{{}}}", fmt::join(names, ","));
}

// A table knows nothing of committed locations, which let other processes wait, of invariants, and that who receives a
// broadcast depends on more than one variable.
bool is_like_its_table(const Network& network) {
    return std::ranges::none_of(network.locations,
                                [](const Location& l) { return l.committed || l.invariant.discrete; }) &&
           std::ranges::none_of(network.transitions,
                                [](const Transition& t) { return t.kind == Transition::Kind::broadcast; });
}

tiny::Shape timed_shape(std::uint64_t seed) {
    tiny::Shape shape;
    shape.processes = {2, 3};
    if (seed % 2 == 0) return shape;
    shape.channels = {1, 2};
    shape.broadcast_clock_guards = shape.urgent_clock_guards = true;
    return shape;
}

}  // namespace

TEST_CASE("a symbolic pattern database of all slots knows every distance") {
    std::size_t states = 0, far = 0, hopeless = 0;
    for (std::uint64_t seed = 1; seed <= tiny::budget(200); ++seed) {
        const RandomGoal random(seed, shape_without_clocks(), seed % 2 == 0);
        Solved solved(*random.goal, random.where);
        if (!solved.is_complete()) continue;
        solved.check_perfect("sympdb");
        for (Distances::Node node = 0; node < solved.size(); ++node) {
            ++states;
            far += solved.distance(node) > 2 && solved.distance(node) != Distances::infinite ? 1 : 0;
            hopeless += solved.distance(node) == Distances::infinite ? 1 : 0;
        }
    }
    CHECK(states > tiny::budget(2000));
    CHECK(far > tiny::budget(200));
    CHECK(hopeless > tiny::budget(200));
}

TEST_CASE("a symbolic pattern database of a circuit knows every distance") {
    std::size_t circuits = 0;
    for (std::uint64_t seed = 1; seed <= tiny::budget(100); ++seed) {
        Rng rng(seed);
        const std::string text = aiger::write_ascii(random_circuit(rng, 3, 6, 14));
        LoadedCircuit circuit(text);
        const property::Reach& reach = as_reach(*circuit.query);
        const Goal goal{circuit.problem->network(), reach.formula, reach.exists};
        Solved solved(goal, text);
        if (!solved.is_complete()) continue;
        solved.check_perfect("sympdb");
        solved.estimates(fmt::format("sympdb(bits={})", 1 + seed % 4));
        solved.estimates("inferred");
        ++circuits;
    }
    CHECK(circuits > tiny::budget(60));
}

TEST_CASE("a symbolic pattern database of some slots is the table of the same pattern, or better") {
    std::size_t equal = 0, better = 0, positive = 0;
    for (std::uint64_t seed = 1; seed <= tiny::budget(200); ++seed) {
        tiny::Shape shape = shape_without_clocks();
        if (seed % 2 == 0) shape.committed = 0;
        RandomGoal random(seed, shape, seed % 4 < 2);
        Solved solved(*random.goal, random.where);
        if (!solved.is_complete()) continue;
        const Network& network = random.loaded.network();
        const bool is_plain = is_like_its_table(network);
        const std::string pattern = random_pattern(network, random.rng);
        const std::vector<Estimate> symbolic = solved.estimates("sympdb(" + pattern + ")");
        const std::vector<Estimate> table = solved.estimates("pdb(" + pattern + ")");
        for (std::size_t i = 0; i < symbolic.size(); ++i) {
            CHECK_MESSAGE(symbolic[i] >= table[i], pattern << " " << random.where);
            // Nor of values of the goal that cannot be reached at all.
            if (is_plain && symbolic[i] != dead_end)
                CHECK_MESSAGE(symbolic[i] == table[i], pattern << " " << random.where);
            ++(symbolic[i] == table[i] ? equal : better);
            positive += symbolic[i] > 0 ? 1 : 0;
        }
        solved.estimates(seed % 3 == 0 ? "sympdb(pattern=cone,bits=3)" : "sympdb(pattern=plan)");
        solved.estimates("sympdb(bits=4)");
    }
    CHECK(equal > tiny::budget(3000));
    CHECK(better > tiny::budget(20));
    CHECK(positive > tiny::budget(1000));
}

TEST_CASE("symbolic heuristics of networks with clocks are admissible and consistent") {
    std::size_t positive = 0, hopeless = 0;
    for (std::uint64_t seed = 1; seed <= tiny::budget(200); ++seed) {
        RandomGoal random(seed, timed_shape(seed), seed % 4 < 2);
        Solved solved(*random.goal, random.where);
        if (!solved.is_complete()) continue;
        for (const Estimate estimate : solved.estimates("sympdb")) {
            positive += estimate > 0 && estimate < farthest ? 1 : 0;
            hopeless += estimate == dead_end ? 1 : 0;
        }
        solved.estimates("sympdb(" + random_pattern(random.loaded.network(), random.rng) + ")");
        solved.estimates(fmt::format("inferred(depth={})", seed % 5));
    }
    CHECK(positive > tiny::budget(400));
    CHECK(hopeless > tiny::budget(200));
}

TEST_CASE("the inferred heuristic says what the sets of the symbolic engine say") {
    std::size_t positive = 0, hopeless = 0;
    for (std::uint64_t seed = 1; seed <= tiny::budget(200); ++seed) {
        const RandomGoal random(seed, shape_without_clocks(), seed % 2 == 0);
        Solved solved(*random.goal, random.where);
        if (!solved.is_complete()) continue;
        const auto depth = static_cast<std::uint32_t>(seed % 6);
        const std::vector<Estimate> found = solved.estimates(fmt::format("inferred(depth={})", depth));
        symbolic::NetworkSystem system({random.loaded.network(), random.goal->formula, random.goal->wanted}, {});
        const symbolic::EstimateSets sets = symbolic::infer(system, depth).sets;
        std::vector<std::int32_t> slots;
        for (Distances::Node node = 0; node < solved.size(); ++node) {
            solved.read(node, slots);
            const symbolic::Bdd state = system.variables().holds(slots);
            Estimate expected = 0;
            while (expected < sets.size() && (state & sets[expected]).is_false()) ++expected;
            CHECK_MESSAGE((expected == sets.size() ? found[node] >= farthest : found[node] == expected),
                          solved.where());
            positive += found[node] > 1 && found[node] < farthest ? 1 : 0;
            hopeless += found[node] >= farthest ? 1 : 0;
        }
    }
    CHECK(positive > tiny::budget(200));
    CHECK(hopeless > tiny::budget(20));
}

TEST_CASE("a limit cuts the estimates of a symbolic pattern database off") {
    std::size_t cut = 0, useful = 0;
    for (std::uint64_t seed = 1; seed <= tiny::budget(160); ++seed) {
        const RandomGoal random(seed, shape_without_clocks(), true);
        Solved solved(*random.goal, random.where);
        if (!solved.is_complete()) continue;
        const std::vector<Estimate> whole = solved.estimates("sympdb");
        for (std::size_t nodes = 100; nodes < 20'000; nodes = nodes * 5 / 4) {
            const std::vector<Estimate> some = solved.estimates(fmt::format("sympdb(nodes={})", nodes));
            if (some == whole) break;
            const Estimate most = *std::ranges::max_element(some);
            for (std::size_t i = 0; i < some.size(); ++i) CHECK(some[i] == std::min(whole[i], most));
            ++cut;
            useful += most > 0 ? 1 : 0;
        }
        for (const std::size_t nodes : {100, 300, 1000, 3000})
            solved.estimates(fmt::format("inferred(nodes={})", nodes));
        Goal hasty = *random.goal;
        hasty.effort.seconds = 0;
        Solved in_no_time(hasty, random.where);
        for (const Estimate estimate : in_no_time.estimates("sympdb")) CHECK(estimate == 0);
    }
    CHECK(cut > tiny::budget(20));
    CHECK(useful > tiny::budget(5));
}

TEST_CASE("a frozen diagram has the values of its sets, merged or not") {
    const RandomGoal random(3, shape_without_clocks(), true);
    const Network& network = random.loaded.network();
    symbolic::NetworkSystem system({network, random.goal->formula, random.goal->wanted}, {});
    const symbolic::StateVariables& variables = system.variables();
    Rng rng(1);
    for (std::size_t round = 0; round < 20; ++round) {
        std::vector<symbolic::Bdd> sets;  // in several of them: the first counts
        for (std::size_t i = 0; i < 5; ++i) {
            const auto slot = static_cast<std::uint32_t>(rng.below(network.slots.size()));
            const auto value = variables.slot(slot).least + static_cast<std::int32_t>(rng.below(3));
            const symbolic::Bdd own = variables.holds(slot, value);
            sets.push_back(i > 0 && rng.below(2) == 0 ? own ^ sets.back() : own);
        }
        symbolic::Freezer freezer(variables, 1'000'000), cramped(variables, 1);
        for (std::uint32_t i = 0; i < sets.size(); ++i) freezer.add(sets[i], i), cramped.add(sets[i], i);
        const symbolic::FrozenDiagram merged = freezer.finish();
        const symbolic::FrozenDiagram several = cramped.finish();
        CHECK(merged.roots() == 1);
        for (std::size_t i = 0; i < 50; ++i) {
            std::vector<std::int32_t> slots;
            for (std::uint32_t slot = 0; slot < network.slots.size(); ++slot) {
                const symbolic::SlotDigits& digits = variables.slot(slot);
                slots.push_back(digits.least + static_cast<std::int32_t>(rng.below(
                                                   static_cast<std::uint64_t>(digits.greatest - digits.least + 1))));
            }
            std::uint32_t expected = 0;
            while (expected < sets.size() && (variables.holds(slots) & sets[expected]).is_false()) ++expected;
            if (expected == sets.size()) expected = symbolic::FrozenDiagram::none;
            CHECK(merged.value(slots) == expected);
            CHECK(several.value(slots) == expected);
        }
    }
}

// The update of the last edge has a loop that no constant bounds: it may give v any value.
TEST_CASE("a transition that cannot be encoded may do anything that it may write") {
    const Asked asked(
        "int[0,9] v; int[0,9] w; void count() { while (v * v < 50) v++; }\n"
        "process P() { state a, b, c; init a;\n"
        "trans a -> b { assign w = 1; }, b -> c { guard w == 1; assign count(); }; }\nsystem P;\n",
        "E<> P.c and v == 8");
    const property::Reach& reach = as_reach(*asked.query);
    CHECK_THROWS_AS(symbolic::NetworkSystem({asked.network(), reach.formula, reach.exists}, {}),
                    symbolic::NotSupported);
    const Goal goal{asked.network(), reach.formula, reach.exists};
    Solved solved(goal, "a loop");
    REQUIRE(solved.is_complete());
    CHECK(solved.estimates("sympdb").front() == 2);
    CHECK(solved.estimates("inferred").front() >= 1);
}

// What is done after every transition is in no edge.
TEST_CASE("the inferred heuristic knows what is done after every transition") {
    const Asked asked(
        "int[0,9] v; after_update { v = (v + 1) % 10 }\n"
        "process P() { state a; init a; trans a -> a { }; }\nsystem P;\n",
        "E<> v == 4");
    const property::Reach& reach = as_reach(*asked.query);
    const Goal goal{asked.network(), reach.formula, reach.exists};
    Solved solved(goal, "after_update");
    REQUIRE(solved.is_complete());
    CHECK(solved.estimates("inferred").front() == 1);
    solved.check_perfect("sympdb");
}
