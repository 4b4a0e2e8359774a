// Symbolic pattern databases: the distances of the projection on a pattern as decision diagrams
// (symbolic/systems/projection.hpp). Clocks are in no pattern, so one distance holds for all zones of a discrete state.
#include <algorithm>

#include "abstraction/patterns/choose_pattern.hpp"
#include "abstraction/patterns/named_slots.hpp"
#include "abstraction/patterns/relaxed_plan.hpp"
#include "symbolic/heuristics/frozen_heuristic.hpp"
#include "symbolic/systems/projection.hpp"

namespace crowfly {
namespace {

using symbolic::FrozenHeuristic;
using symbolic::NetworkSystem;
using Slots = std::vector<std::uint32_t>;

// Slots in the order of a pattern that tables have, too.
Slots table_order(const Goal& goal, bool is_plan) {
    const FactoredSystem system = factored_system(goal, Faults::ignored, Clocks::ignored);
    if (!system.goal_is_possible) return {};
    const pdb::LabelTable table(system);
    std::vector<VariableIndex> order;
    if (is_plan) order = pdb::variables_of_relaxed_plan(table);
    if (order.empty()) order = pdb::cone_of_influence(table, table.goal());
    Slots slots;
    for (const VariableIndex variable : order) {
        if (system.is_slot(variable) && !goal.network.slots[variable].meta) slots.push_back(variable);
    }
    return slots;
}

// The slots that the pattern is made of, the most important ones first.
Slots order_of_pattern(const Goal& goal, const HeuristicSpec& spec) {
    const std::string how = option_of(spec, "pattern");
    if (pdb::has_names(how)) return pdb::named_slots(goal.network, how);
    Slots order;
    if (how != "all" || symbolic::number_of(spec, "bits") > 0) order = table_order(goal, how == "plan");
    if (how != "all") return order;
    std::vector<bool> is_in_order(goal.network.slots.size());
    for (const std::uint32_t slot : order) is_in_order[slot] = true;
    for (std::uint32_t slot = 0; slot < goal.network.slots.size(); ++slot) {
        if (!goal.network.slots[slot].meta && !is_in_order[slot]) order.push_back(slot);
    }
    return order;
}

// As many as fit; those that do not are left out. `bits`: 0 is as many as there are.
Slots fitting_bits(const symbolic::StateVariables& variables, const Slots& order, std::size_t bits) {
    Slots pattern;
    std::size_t used = 0;
    for (const std::uint32_t slot : order) {
        const std::size_t own = variables.slot(slot).now.size();
        if (bits > 0 && used + own > bits) continue;
        used += own;
        pattern.push_back(slot);
    }
    return pattern;
}

FrozenHeuristic::Estimates frozen(const symbolic::AbstractDistances& distances,
                                  const symbolic::StateVariables& variables, std::size_t most_nodes) {
    symbolic::Freezer freezer(variables, most_nodes);
    for (std::uint32_t distance = 0; distance < distances.layers.size(); ++distance)
        freezer.add(distances.layers[distance], distance);
    freezer.add(distances.erring, FrozenHeuristic::erring);
    const auto beyond = static_cast<Estimate>(distances.layers.size());
    return {freezer.finish(), distances.is_complete ? dead_end : beyond};
}

FrozenHeuristic::Estimates database(const Goal& goal, const HeuristicSpec& spec) try {
    const Slots order = order_of_pattern(goal, spec);
    const std::size_t nodes = symbolic::number_of(spec, "nodes");
    const symbolic::SystemOptions options = symbolic::limited_options(goal, nodes);
    NetworkSystem system({goal.network, goal.formula, goal.wanted, goal.form.symmetry}, options);
    const auto check = [&] {
        options.check();
        if (goal.effort.is_used_up(system.diagrams().use().bytes)) throw LimitReached(symbolic::build_limit_reason);
    };
    const symbolic::Projection projection(
        system, fitting_bits(system.variables(), order, symbolic::number_of(spec, "bits")), check);
    const auto reached = [&](std::size_t layers) {
        goal.effort.reach({.doing = "layer", .number = layers});
        goal.effort.tell(system.diagrams().use().bytes);
    };
    return frozen(abstract_distances(projection, reached), system.variables(), nodes);
} catch (const LimitReached&) {
    poll();
    return {};
}

const Registered<HeuristicPlugin> symbolic_pattern_database(
    heuristics(),
    {{.name = "sympdb",
      .description = "symbolic pattern database: distances in a projection to a pattern, as BDDs",
      .options = {{.name = "pattern",
                   .text = "the pattern: all variables, the cone of influence, the variables of a relaxed plan (plan), "
                           "or names as {a,b}",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"all", "cone", "plan"},
                   .otherwise = "all",
                   .names = true},
                  {.name = "bits",
                   .text = "the number of bits of the pattern, the most important variables first (default: all)",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 1'000'000,
                   .otherwise = ""},
                  {.name = "nodes",
                   .text = "the greatest number of BDD nodes during construction; the complete layers are then kept",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 500'000'000,
                   .otherwise = "1000000"}}},
     [](const HeuristicSpec&) {
         // Of all states with values that can be reached, or permuted. A projection without the locations that make
         // a variable dead counts the value that it is reset to.
         return Guarantees{true, true, true, NormalForms::all(), {NormalForm::hulls}};
     },
     [](const Goal& goal, const HeuristicSpec& spec) { return FrozenHeuristic::make(goal, spec, database); },
     [](const Network& network, const HeuristicSpec& spec) {
         return pdb::unknown_names(network, spec.name, option_of(spec, "pattern"));
     }});

}  // namespace
}  // namespace crowfly
