// Clocks as variables of a factored system say as much about time as they promise: digital clocks are exact in closed
// networks, regions in all without differences of clocks, in whatever unit. With constants that have to be rounded, and
// with strict bounds as digital clocks see them, nothing is estimated too far.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "abstraction/clock_variables.hpp"
#include "abstraction/merge_and_shrink/merge_and_shrink.hpp"
#include "heuristic/registry.hpp"
#include "property/random_goal.hpp"
#include "tiny/budget.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

// Nothing but clocks, locations and channels that two processes share: no more than labels can say.
tiny::Shape plain_shape(bool strict) {
    tiny::Shape shape;
    shape.strict = strict;
    shape.clocks = {1, 3};
    shape.variables = {0, 0};
    shape.committed = 0;
    shape.broadcast = shape.urgent_channels = false;
    return shape;
}

bool is_closed(const Goal& goal) { return factored_system(goal, Faults::ignored, Clocks::digital).clocks->is_closed(); }

Estimate from_start(const Goal& goal, Clocks clocks, mas::Shrink shrink, mas::Merge merge) {
    const FactoredSystem system = factored_system(goal, Faults::ignored, clocks);
    if (!system.goal_is_possible) return dead_end;
    const AbstractionSet set = mas::merge_and_shrink(system, {100'000, shrink, merge}, {});
    std::vector<ValueRange> values;
    REQUIRE(system.read(initial_slots(goal.network), nullptr, values));
    return set.estimate(values);
}

struct Tally {
    std::size_t networks = 0, decided_by_clocks = 0, unreachable = 0;
};

void check_exact(const tiny::Shape& shape, Clocks clocks, std::uint64_t first_seed, std::size_t networks,
                 Tally& tally) {
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        tiny::Net net = tiny::random_net(rng, shape);
        net.factor = seed % 3 == 0 ? 3 : 1;
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, true);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const std::string where = fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
        const Goal goal{loaded.network(), as_reach(*query).formula, as_reach(*query).exists};
        if (clocks == Clocks::digital && !is_closed(goal)) continue;  // the goal may negate
        ++tally.networks;
        SilentObserver silent;
        Distances solved(goal, {}, silent);
        const Distances::Distance distance = solved.from_start();
        const bool is_reachable = distance != Distances::infinite;
        const auto merge = seed % 2 == 0 ? mas::Merge::dfp : mas::Merge::silent;
        const Estimate exact = from_start(goal, clocks, mas::Shrink::bisimulation, merge);
        CHECK_MESSAGE(exact == (is_reachable ? distance : dead_end), where);
        CHECK_MESSAGE((from_start(goal, clocks, mas::Shrink::weak, merge) != dead_end) == is_reachable, where);
        tally.unreachable += is_reachable ? 0 : 1;
        if (from_start(goal, Clocks::ignored, mas::Shrink::bisimulation, merge) != exact) ++tally.decided_by_clocks;
    }
}

}  // namespace

TEST_CASE("digital clocks are exact in closed networks") {
    Tally tally;
    check_exact(plain_shape(false), Clocks::digital, 81'000'000, tiny::budget(200), tally);
    CHECK(tally.networks > tiny::budget(200) / 2);
    CHECK(tally.decided_by_clocks > tally.networks / 20);
    CHECK(tally.unreachable > tally.networks / 20);
}

TEST_CASE("regions are exact in networks without differences of clocks") {
    Tally tally;
    check_exact(plain_shape(true), Clocks::regions, 82'000'000, tiny::budget(300), tally);
    CHECK(tally.decided_by_clocks > tally.networks / 20);
    CHECK(tally.unreachable > tally.networks / 20);
}

TEST_CASE("what is rounded is never estimated too far") {
    tiny::Shape shape;
    shape.largest_constant = 150;
    shape.largest_difference = 100;
    shape.diagonals = shape.clock_values = shape.clock_copies = shape.variable_bounds = shape.lower_invariants = true;
    const std::size_t networks = tiny::budget(30);
    std::size_t estimated = 0, rounded = 0;
    for (std::uint64_t seed = 83'000'000; seed < 83'000'000 + networks; ++seed) {
        SolvedGoal random(seed, shape, seed % 2 == 0, 300);
        Distances& solved = *random.distances;
        if (!solved.is_complete()) continue;
        for (const char* clocks : {"digital", "regions"}) {
            std::string problem;
            const auto spec = parse_heuristic(fmt::format("mas(N=200,clocks={})", clocks), problem);
            const std::unique_ptr<Heuristic> heuristic = make_heuristic(*random.goal, *spec);
            const FactoredSystem& system = *heuristic->factored_system();
            if (system.clocks && system.clocks->unit() > 1) ++rounded;
            std::vector<std::int32_t> slots;
            ZoneCopy zone;
            for (Distances::Node node = 0; node < solved.size(); ++node) {
                solved.read(node, slots);
                solved.find_zone(node, slots, *heuristic, zone);
                const Estimate estimate = heuristic->estimate(slots, view_of(zone));
                const Distances::Distance distance = solved.distance(node);
                CHECK_MESSAGE((distance == Distances::infinite || estimate <= distance), random.where);
                ++estimated;
            }
        }
    }
    CHECK(estimated > 10 * networks);
    CHECK(rounded > networks / 2);
}

namespace {

// A process with two clocks and the numbers that they are compared with.
std::shared_ptr<const ClockVariables> clocks_with(const std::string& stay, const std::string& guard, Clocks clocks) {
    const Asked asked(fmt::format("clock x, y;\nprocess P() {{ state a {{ x <= {} }}, b; init a;\n"
                                  "trans a -> b {{ guard y >= {}; assign x = 0; }}; }}\nsystem P;\n",
                                  stay, guard),
                      "E<> P.b");
    const Goal goal{asked.network(), as_reach(*asked.query).formula, as_reach(*asked.query).exists};
    return factored_system(goal, Faults::ignored, clocks).clocks;
}

}  // namespace

TEST_CASE("constants are divided by what they have in common, or rounded where clocks would have too many values") {
    const VariableIndex x = 1;  // after the process
    CHECK(clocks_with("1000", "2000", Clocks::digital)->unit() == 1000);
    CHECK(clocks_with("1000", "2000", Clocks::digital)->values_of(x) == 3);
    CHECK(clocks_with("1000", "2000", Clocks::digital)->values_of(x + 1) == 4);
    CHECK(clocks_with("1000", "2000", Clocks::regions)->values_of(x) == 5);
    CHECK(clocks_with("1000", "2000", Clocks::regions)->values_of(x + 1) == 8);
    CHECK(clocks_with("19", "20", Clocks::digital)->unit() == 1);
    for (const Clocks clocks : {Clocks::digital, Clocks::regions}) {
        CHECK(clocks_with("1001", "2000", clocks)->unit() > 1);
        CHECK(clocks_with("1001", "2000", clocks)->values_of(x + 1) <= 258);
        CHECK(clocks_with("1073741789", "1073741790", clocks)->values_of(x + 1) <= 258);
    }
    CHECK(clocks_with("0", "0", Clocks::digital)->values_of(x) == 2);
}

TEST_CASE("regions know which clock reaches an integer first") {
    // x is set when z is between two integers, y after x.
    const auto distance = [](const std::string& guard) {
        const Asked asked(
            "clock x, y, z; process P() { state a, b, c, d; init a;"
            " trans a -> b { guard z > 0 && z < 1; assign x = 0; }, b -> c { guard x > 0; assign y = 0; },"
            " c -> d { guard " +
                guard + "; }; } system P;",
            "E<> P.d");
        const Goal goal{asked.network(), as_reach(*asked.query).formula, as_reach(*asked.query).exists};
        return from_start(goal, Clocks::regions, mas::Shrink::bisimulation, mas::Merge::dfp);
    };
    CHECK(distance("y <= 0 && z >= 1") == 3);
    CHECK(distance("x <= 0") == dead_end);
    CHECK(distance("y >= 1 && x <= 1") == dead_end);
    CHECK(distance("y >= 1 && x < 2") == 3);
    CHECK(distance("x >= 1 && z <= 1") == dead_end);
    CHECK(distance("x >= 1 && y < 1 && z < 2") == 3);
    CHECK(distance("y >= 1 && z < 2") == 3);
    CHECK(distance("x == 1 && y == 0 && z == 2") == dead_end);
    CHECK(distance("x == 1 && y == 1") == dead_end);
}
