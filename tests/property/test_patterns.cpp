// Pattern databases hold the distances of projections, as a naive search finds them, on random factored systems whose
// labels may choose between rules; larger patterns never say less; and what is added up is admissible and consistent.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "abstraction/patterns/collection.hpp"
#include "abstraction/patterns/hill_climbing.hpp"
#include "abstraction/patterns/reachable_database.hpp"
#include "abstraction/patterns/relaxed_plan.hpp"
#include "base/rng.hpp"
#include "tiny/budget.hpp"

using namespace crowfly;
using pdb::Pattern;

namespace {

using Values = std::vector<Value>;

void add_move(FactoredSystem& system, VariableIndex variable, const std::vector<Rule>& rules) {
    const Run run{static_cast<std::uint32_t>(system.rules.size()), static_cast<std::uint32_t>(rules.size())};
    system.rules.insert(system.rules.end(), rules.begin(), rules.end());
    system.moves.push_back({variable, run});
}

void add_facts(FactoredSystem& system, std::size_t slots) {
    std::vector<FactTable::SlotFacts> facts;
    Fact first = 0;
    for (std::size_t v = 0; v < slots; ++v) {
        FactTable::SlotFacts of{first, {}};
        for (Value value = 0; value < system.variables[v].values; ++value)
            of.values.push_back(static_cast<std::int32_t>(value));
        first += system.variables[v].values;
        facts.push_back(of);
    }
    system.grounding = std::make_shared<Grounding>(Grounding{FactTable(facts), {}, {}, {}, {}, {}, {}});
}

Rule random_rule(Rng& rng, Value values) {
    return {rng.below(4) == 0 ? Rule::any : static_cast<Value>(rng.below(values)),
            rng.below(4) == 0 ? Rule::same : static_cast<Value>(rng.below(values))};
}

void add_label(FactoredSystem& system, Rng& rng, std::size_t most_moves) {
    Label label{{static_cast<std::uint32_t>(system.moves.size()), 0}};
    label.cost = rng.below(8) == 0 ? 0U : 1U;
    std::set<VariableIndex> moved;
    for (std::size_t m = 1 + rng.below(most_moves); m > 0; --m)
        moved.insert(static_cast<VariableIndex>(rng.below(system.variables.size())));
    for (const VariableIndex v : moved) {
        std::vector<Rule> rules;
        for (std::size_t r = 1 + rng.below(3); r > 0; --r)
            rules.push_back(random_rule(rng, system.variables[v].values));
        add_move(system, v, rules);
        ++label.moves.count;
    }
    system.labels.push_back(label);
}

// One variable of so many has a goal.
FactoredSystem random_system(Rng& rng, std::size_t most_moves = 3, std::uint64_t goals = 2) {
    FactoredSystem system;
    const std::size_t variables = 2 + rng.below(4);
    for (std::size_t v = 0; v < variables; ++v) {
        Variable variable{1 + static_cast<Value>(rng.below(5))};
        variable.initial = {static_cast<Value>(rng.below(variable.values))};
        if (rng.below(goals) == 0) {
            for (Value value = 0; value < variable.values; ++value) variable.goal.push_back(rng.below(3) == 0);
            variable.goal[rng.below(variable.values)] = true;
        }
        system.variables.push_back(variable);
    }
    for (std::size_t labels = 4 + rng.below(12); labels > 0; --labels) add_label(system, rng, most_moves);
    add_facts(system, variables);
    return system;
}

// All combinations of the values of some variables; the others are 0.
std::vector<Values> all_values(const FactoredSystem& system, const Pattern& pattern) {
    std::vector<Values> all{Values(system.variables.size(), 0)};
    for (const VariableIndex v : pattern) {
        std::vector<Values> more;
        for (const Values& values : all) {
            for (Value value = 0; value < system.variables[v].values; ++value) {
                more.push_back(values);
                more.back()[v] = value;
            }
        }
        all = more;
    }
    return all;
}

Pattern all_variables(const FactoredSystem& system) {
    Pattern all(system.variables.size());
    for (VariableIndex v = 0; v < all.size(); ++v) all[v] = v;
    return all;
}

Pattern random_pattern(const FactoredSystem& system, Rng& rng) {
    Pattern pattern;
    for (VariableIndex v = 0; v < system.variables.size(); ++v) {
        if (rng.below(2) == 0) pattern.push_back(v);
    }
    return pattern;
}

// What a label can make of values if only the variables of a pattern count.
std::vector<Values> successors(const FactoredSystem& system, const Label& label, const Pattern& pattern,
                               const Values& values) {
    std::vector<Values> all{values};
    for (const VariableMove& move : system.moves_of(label)) {
        if (!std::ranges::binary_search(pattern, move.variable)) continue;
        std::vector<Values> more;
        for (const Values& each : all) {
            for (const Rule& rule : system.rules_of(move)) {
                if (!rule.applies_to(values[move.variable])) continue;
                more.push_back(each);
                more.back()[move.variable] = rule.result(values[move.variable]);
            }
        }
        all = more;
    }
    return all;
}

using Step = std::tuple<Values, LabelIndex, Values>;
std::set<Step> all_steps(const FactoredSystem& system, const Pattern& pattern) {
    std::set<Step> steps;
    for (const Values& values : all_values(system, pattern)) {
        for (LabelIndex l = 0; l < system.labels.size(); ++l) {
            for (const Values& next : successors(system, system.labels[l], pattern, values))
                steps.insert({values, l, next});
        }
    }
    return steps;
}

// By lowering distances until no step lowers one.
std::map<Values, Estimate> naive_distances(const FactoredSystem& system, const Pattern& pattern) {
    std::map<Values, Estimate> distances;
    for (const Values& values : all_values(system, pattern)) {
        const bool is_goal =
            std::ranges::all_of(pattern, [&](VariableIndex v) { return system.variables[v].allows(values[v]); });
        distances[values] = is_goal ? 0 : dead_end;
    }
    const std::set<Step> steps = all_steps(system, pattern);
    for (bool lowers = true; lowers;) {
        lowers = false;
        for (const auto& [from, label, to] : steps) {
            const Estimate through = plus(distances[to], system.labels[label].cost);
            if (through >= distances[from]) continue;
            distances[from] = through;
            lowers = true;
        }
    }
    return distances;
}

Values initial_values(const FactoredSystem& system) {
    Values initial;
    for (const Variable& variable : system.variables) initial.push_back(variable.initial.front());
    return initial;
}

// The values that labels lead to from the initial ones.
std::set<Values> reachable_values(const FactoredSystem& system, const Pattern& pattern) {
    Values initial(system.variables.size(), 0);
    for (const VariableIndex v : pattern) initial[v] = system.variables[v].initial.front();
    std::set<Values> reached{initial};
    std::vector<Values> open{initial};
    while (!open.empty()) {
        const Values values = open.back();
        open.pop_back();
        for (const Label& label : system.labels) {
            for (const Values& next : successors(system, label, pattern, values)) {
                if (reached.insert(next).second) open.push_back(next);
            }
        }
    }
    return reached;
}

// Where only few abstract states can be reached, the others have no distance.
void check_reachable_part(const FactoredSystem& system, const Pattern& pattern, std::size_t& parts) {
    const pdb::LabelTable table(system);
    const pdb::PatternDatabase whole(table, pattern, {}, 0, pdb::Extent::all), part(table, pattern, {});
    const std::set<Values> reached = reachable_values(system, pattern);
    const bool is_part = reached.size() <= whole.states() / 4;
    parts += is_part ? 1 : 0;
    for (const Values& values : all_values(system, pattern)) {
        const bool counts = !is_part || reached.contains(values);
        CHECK(part.estimate(values) == (counts ? whole.estimate(values) : dead_end));
    }
    CHECK(pdb::initial_distance(table, pattern, {}) == whole.estimate(initial_values(system)));
}

// Those that can be reached alone, through a hash table.
void check_reachable_database(const FactoredSystem& system, const Pattern& pattern) {
    const pdb::LabelTable table(system);
    const pdb::PatternDatabase whole(table, pattern, {}, 0, pdb::Extent::all);
    const std::set<Values> reached = reachable_values(system, pattern);
    CHECK(pdb::ReachableDatabase::build(table, pattern, reached.size() - 1, {}) == nullptr);
    const auto part = pdb::ReachableDatabase::build(table, pattern, reached.size(), {});
    REQUIRE(part != nullptr);
    CHECK(part->states() == reached.size());
    for (const Values& values : all_values(system, pattern))
        CHECK(part->estimate(values) == (reached.contains(values) ? whole.estimate(values) : dead_end));
    using Number = std::tuple<AbstractState, LabelIndex, AbstractState>;
    std::set<Number> steps, expected;
    CHECK(part->each_transition([&](const AbstractTransition& t) {
        for (const LabelIndex label : t.labels) steps.insert({t.source, label, t.target});
    }));
    std::set<LabelIndex> labels;
    for (const auto& [from, label, to] : steps) labels.insert(label);
    for (const auto& [from, label, to] : all_steps(system, pattern)) {
        if (labels.contains(label) && reached.contains(from))
            expected.insert({part->state_of(from), label, part->state_of(to)});
    }
    CHECK(steps == expected);
}

void check_database(const FactoredSystem& system, const Pattern& pattern, const std::string& where) {
    const pdb::LabelTable table(system);
    const pdb::PatternDatabase database(table, pattern, {}, 0, pdb::Extent::all);
    for (const auto& [values, distance] : naive_distances(system, pattern))
        CHECK_MESSAGE(database.estimate(values) == distance, where);
    std::map<AbstractState, Values> values_of;
    for (const Values& values : all_values(system, pattern)) values_of[database.state_of(values)] = values;
    CHECK(values_of.size() == database.states());
    std::set<Step> steps;
    CHECK(database.each_transition([&](const AbstractTransition& t) {
        for (const LabelIndex label : t.labels)
            CHECK_MESSAGE(steps.insert({values_of.at(t.source), label, values_of.at(t.target)}).second, where);
    }));
    const std::set<Step> naive = all_steps(system, pattern);
    std::set<LabelIndex> labels;
    for (const auto& [from, label, to] : steps) labels.insert(label);
    std::size_t expected = 0;
    for (const Step& step : naive) {
        if (!labels.contains(std::get<1>(step))) {
            CHECK_MESSAGE(std::get<0>(step) == std::get<2>(step), where);
            continue;
        }
        ++expected;
        CHECK_MESSAGE(steps.contains(step), where);
    }
    CHECK_MESSAGE(steps.size() == expected, where);
}

// Never more than the distance, and never drops by more than a step costs.
void check_lower_bound(const FactoredSystem& system, const AbstractionSet& set, const std::string& where) {
    const std::map<Values, Estimate> distances = naive_distances(system, all_variables(system));
    for (const Values& values : reachable_values(system, all_variables(system))) {
        CHECK_MESSAGE(set.estimate(values) <= distances.at(values), where);
        for (const Label& label : system.labels) {
            for (const Values& next : successors(system, label, all_variables(system), values))
                CHECK_MESSAGE(set.estimate(values) <= plus(set.estimate(next), label.cost), where);
        }
    }
}

}  // namespace

TEST_CASE("pattern databases hold the distances of projections") {
    std::size_t parts = 0;
    for (std::uint64_t seed = 0; seed < tiny::budget(120); ++seed) {
        Rng rng(71'000'000 + seed);
        const FactoredSystem system = random_system(rng);
        check_database(system, random_pattern(system, rng), fmt::format("seed {}", seed));
        check_database(system, all_variables(system), fmt::format("seed {}, all variables", seed));
        check_reachable_part(system, random_pattern(system, rng), parts);
        check_reachable_part(system, all_variables(system), parts);
        check_reachable_database(system, random_pattern(system, rng));
        check_reachable_database(system, all_variables(system));
    }
    CHECK(parts > tiny::budget(120) / 10);
}

TEST_CASE("larger patterns never say less") {
    for (std::uint64_t seed = 0; seed < tiny::budget(60); ++seed) {
        Rng rng(72'000'000 + seed);
        const FactoredSystem system = random_system(rng);
        const pdb::LabelTable table(system);
        Pattern larger = random_pattern(system, rng), smaller = larger;
        std::erase_if(smaller, [&](VariableIndex) { return rng.below(3) == 0; });
        const pdb::PatternDatabase more(table, larger, {}, 0, pdb::Extent::all),
            less(table, smaller, {}, 0, pdb::Extent::all);
        for (const Values& values : all_values(system, all_variables(system)))
            CHECK_MESSAGE(less.estimate(values) <= more.estimate(values), "seed " << seed);
    }
}

TEST_CASE("additive patterns are lower bounds together") {
    std::size_t added_up = 0;
    for (std::uint64_t seed = 0; seed < tiny::budget(80); ++seed) {
        Rng rng(73'000'000 + seed);
        const FactoredSystem system = random_system(rng, 1 + rng.below(2), 1);
        const pdb::LabelTable table(system);
        const std::string where = fmt::format("seed {}", seed);
        std::vector<Pattern> patterns = pdb::systematic(table, 1000);
        const AbstractionSet set = pdb::databases_of(table, patterns, true, {});
        const AbstractionSet greatest = pdb::databases_of(table, patterns, false, {});
        check_lower_bound(system, set, where);
        for (int more = 0; more < 3; ++more) patterns.push_back(random_pattern(system, rng));
        check_lower_bound(system, pdb::databases_of(table, patterns, true, {}), where);
        bool more = false;
        for (const Values& values : all_values(system, all_variables(system))) {
            CHECK_MESSAGE(greatest.estimate(values) <= set.estimate(values), where);
            more = more || greatest.estimate(values) < set.estimate(values);
        }
        added_up += more ? 1 : 0;
        check_lower_bound(system, pdb::databases_of(table, pdb::climb(table, 200, {}), true, {}), where);
    }
    CHECK(added_up > tiny::budget(80) / 20);
}

TEST_CASE("downward refinement keeps the distance of the initial state") {
    std::size_t dropped = 0;
    for (std::uint64_t seed = 0; seed < tiny::budget(60); ++seed) {
        Rng rng(74'000'000 + seed);
        const FactoredSystem system = random_system(rng);
        const pdb::LabelTable table(system);
        const std::vector<VariableIndex> order = pdb::cone_of_influence(table, table.goal());
        const Pattern cone = pdb::fitting(system, order, 10'000);
        const Pattern refined = pdb::downward(table, order, 10'000, {});
        CHECK_MESSAGE(pdb::initial_distance(table, refined, {}) == pdb::initial_distance(table, cone, {}),
                      "seed " << seed);
        dropped += refined.size() < cone.size() ? 1 : 0;
        // The cone has all that matters.
        CHECK_MESSAGE(pdb::initial_distance(table, cone, {}) == pdb::initial_distance(table, all_variables(system), {}),
                      "seed " << seed);
    }
    CHECK(dropped > 0);
}

TEST_CASE("the longest pattern whose states can be reached") {
    for (std::uint64_t seed = 0; seed < tiny::budget(40); ++seed) {
        Rng rng(77'000'000 + seed);
        const FactoredSystem system = random_system(rng);
        const pdb::LabelTable table(system);
        const std::vector<VariableIndex> order = all_variables(system);
        const std::size_t most = 1 + rng.below(40);
        const auto found = pdb::longest_reachable(table, order, 1, most, {});
        std::size_t longest = 0;
        for (std::size_t count = 1; count <= order.size(); ++count) {
            const Pattern pattern(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
            if (reachable_values(system, pattern).size() <= most) longest = count;
        }
        CHECK_MESSAGE((found ? found->variables().size() : 0) == longest, "seed " << seed);
    }
}

TEST_CASE("a relaxed plan exists where there is a way to the goal") {
    for (std::uint64_t seed = 0; seed < tiny::budget(60); ++seed) {
        Rng rng(75'000'000 + seed);
        const FactoredSystem system = random_system(rng);
        const pdb::LabelTable table(system);
        const std::vector<VariableIndex> order = pdb::variables_of_relaxed_plan(table);
        const Estimate distance = pdb::initial_distance(table, all_variables(system), {});
        if (distance != dead_end && !table.goal().empty()) CHECK_MESSAGE(!order.empty(), "seed " << seed);
        CHECK(std::set<VariableIndex>(order.begin(), order.end()).size() == order.size());
    }
}

TEST_CASE("a search that ends early leaves lower bounds") {
    Effort none;
    none.seconds = 0;
    for (std::uint64_t seed = 0; seed < tiny::budget(40); ++seed) {
        Rng rng(76'000'000 + seed);
        const FactoredSystem system = random_system(rng);
        const pdb::LabelTable table(system);
        const AbstractionSet set = pdb::databases_of(table, {all_variables(system)}, true, none);
        check_lower_bound(system, set, fmt::format("seed {}", seed));
        // The first layer is the last, so nothing is further than one step.
        for (const Values& values : reachable_values(system, all_variables(system)))
            CHECK((set.estimate(values) <= 1 || set.estimate(values) == dead_end));
    }
}

TEST_CASE("entries are as wide as distances need") {
    for (const auto& [values, bytes] : {std::pair<Value, std::size_t>{200, 1}, {300, 2}, {70'000, 4}}) {
        FactoredSystem system;
        system.variables.push_back({values, {0}, std::vector<bool>(values)});
        system.variables.back().goal[values - 1] = true;
        std::vector<Rule> rules;
        for (Value value = 0; value + 1 < values; ++value) rules.push_back({value, value + 1});
        add_move(system, 0, rules);
        system.labels.push_back({{0, 1}});
        const pdb::LabelTable table(system);
        const pdb::PatternDatabase database(table, {0}, {});
        CHECK(database.bytes_per_state() == bytes);
        std::size_t wrong = 0;
        for (Value value = 0; value < values; ++value) wrong += database.estimate(Values{value}) + value + 1 != values;
        CHECK(wrong == 0);
    }
}
