// The factored system over-approximates the network: every step between two states is an instance of a label, and every
// state where the goal holds has values that meet the goal.
#include <doctest/doctest.h>

#include <algorithm>

#include "abstraction/factored_system.hpp"
#include "property/random_goal.hpp"
#include "tiny/budget.hpp"

using namespace crowfly;

namespace {

bool moves_along(const FactoredSystem& system, const Label& label, const std::vector<Value>& from,
                 const std::vector<Value>& to) {
    VariableIndex next = 0;
    const auto stays = [&](VariableIndex end) {
        for (; next < end; ++next) {
            if (from[next] != to[next]) return false;
        }
        return true;
    };
    for (const VariableMove& move : system.moves_of(label)) {
        if (!stays(move.variable)) return false;
        const auto rules = system.rules_of(move);
        if (std::ranges::none_of(rules, [&](const Rule& rule) {
                return rule.applies_to(from[next]) && rule.result(from[next]) == to[next];
            }))
            return false;
        ++next;
    }
    return stays(static_cast<VariableIndex>(system.variables.size()));
}

bool meets_goal(const FactoredSystem& system, std::vector<Value> values) {
    const auto is_met = [&] {
        for (VariableIndex v = 0; v < system.variables.size(); ++v) {
            if (!system.variables[v].allows(values[v])) return false;
        }
        return true;
    };
    if (is_met()) return true;
    std::vector<Value> met = values;
    met.back() = 1;
    return std::ranges::any_of(
        system.labels, [&](const Label& label) { return label.cost == 0 && moves_along(system, label, values, met); });
}

void sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    networks = tiny::budget(networks);
    std::size_t steps = 0, goals = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        SolvedGoal random(seed, shape, seed % 5 == 0, 500);
        Distances& solved = *random.distances;
        const std::string& where = random.where;
        if (!solved.is_complete()) continue;
        const FactoredSystem system = factored_system(*random.goal);
        std::vector<std::int32_t> slots;
        std::vector<Value> from, to;
        for (std::size_t i = 0; i < solved.steps().size(); ++i) {
            const auto [source, target] = solved.steps()[i];
            solved.read(source, slots);
            REQUIRE_MESSAGE(system.read(slots, from), where);
            solved.read(target, slots);
            REQUIRE_MESSAGE(system.read(slots, to), where);
            ++steps;
            const bool found = std::ranges::any_of(system.labels, [&](const Label& label) {
                return label.cost == 1 && moves_along(system, label, from, to);
            });
            // A label that moves nothing is not kept.
            CHECK_MESSAGE((found || from == to), where);
        }
        for (Distances::Node node = 0; node < solved.size(); ++node) {
            if (solved.distance(node) != 0) continue;
            solved.read(node, slots);
            REQUIRE(system.read(slots, from));
            ++goals;
            CHECK_MESSAGE(meets_goal(system, from), where);
        }
    }
    CHECK(steps > networks);
    CHECK(goals > networks / 8);
}

}  // namespace

TEST_CASE("every step is an instance of a label, without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 3};
    shape.processes = {2, 4};
    sweep(shape, 61'000'000, 300);
}

TEST_CASE("every step is an instance of a label, with clocks and synchronisation") {
    tiny::Shape shape;
    shape.channels = {1, 3};
    shape.processes = {2, 4};
    shape.variables = {0, 2};
    shape.broadcast_clock_guards = true;
    sweep(shape, 62'000'000, 300);
}
