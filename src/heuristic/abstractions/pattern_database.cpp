// The distances of projections to patterns of variables (abstraction/patterns/).
#include <algorithm>

#include "abstraction/patterns/collection.hpp"
#include "abstraction/patterns/hill_climbing.hpp"
#include "abstraction/patterns/named_slots.hpp"
#include "abstraction/patterns/reachable_database.hpp"
#include "abstraction/patterns/relaxed_plan.hpp"
#include "heuristic/abstraction_plugin.hpp"

namespace crowfly {
namespace {

std::string unknown_names(const Network& network, const Spec& spec) {
    return pdb::unknown_names(network, spec.name, abstraction_option(spec, "pattern"));
}

std::vector<VariableIndex> named_variables(const pdb::LabelTable& table, const std::string& text) {
    const FactoredSystem& system = table.system();
    std::vector<VariableIndex> order;
    std::ranges::copy_if(table.goal(), std::back_inserter(order), [&](VariableIndex v) { return !system.is_slot(v); });
    for (const std::uint32_t slot : pdb::named_slots(*system.network, text)) {
        if (system.is_slot(slot) && std::ranges::find(order, slot) == order.end()) order.push_back(slot);
    }
    return order;
}

// The cone of the goal. Where not all variables of the goal fit, the others have patterns of their own.
std::vector<pdb::Pattern> cones(const pdb::LabelTable& table, std::uint64_t most_states) {
    constexpr std::size_t most_patterns = 16;
    std::vector<pdb::Pattern> patterns;
    pdb::Pattern left = table.goal();
    while (!left.empty() && patterns.size() < most_patterns) {
        pdb::Pattern pattern = pdb::fitting(table.system(), pdb::cone_of_influence(table, left), most_states);
        const auto is_in = [&](VariableIndex v) { return std::ranges::binary_search(pattern, v); };
        if (std::erase_if(left, is_in) == 0) break;
        patterns.push_back(std::move(pattern));
    }
    return patterns;
}

// The variables of a single pattern, the most important ones first; none for collections.
std::vector<VariableIndex> order_of(const pdb::LabelTable& table, const std::string& how) {
    if (pdb::has_names(how)) return named_variables(table, how);
    if (how != "cone" && how != "plan") return {};
    std::vector<VariableIndex> order;
    if (how == "plan") order = pdb::variables_of_relaxed_plan(table);
    return order.empty() ? pdb::cone_of_influence(table, table.goal()) : order;
}

// Where a table of all abstract states is too large for all variables: a database of those that can be reached, if it
// has more of the variables.
std::unique_ptr<StateAbstraction> beyond_table(const pdb::LabelTable& table, const std::vector<VariableIndex>& order,
                                               std::uint64_t most_states, const Effort& effort) {
    const pdb::Pattern pattern = pdb::fitting(table.system(), order, most_states);
    if (pattern.size() == order.size()) return nullptr;
    std::size_t least = pattern.size() + 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (std::ranges::binary_search(pattern, order[i])) least = std::max(least, i + 1);
    }
    return pdb::longest_reachable(table, order, least, most_states, effort);
}

std::vector<pdb::Pattern> patterns_of(const pdb::LabelTable& table, const std::string& how, std::uint64_t most_states,
                                      const Effort& effort) {
    if (how == "systematic") return pdb::systematic(table, most_states);
    if (how == "climb") return pdb::climb(table, most_states, effort);
    if (how == "cone") return cones(table, most_states);
    if (how != "downward") return {pdb::fitting(table.system(), order_of(table, how), most_states)};
    return {pdb::downward(table, pdb::cone_of_influence(table, table.goal()), most_states, effort)};
}

AbstractionSet build_databases(const FactoredSystem& system, const Spec& spec, const Effort& effort) {
    constexpr std::uint64_t bytes_per_state = 6;  // while a table is filled
    const std::string how = abstraction_option(spec, "pattern");
    const std::uint64_t most_states =
        std::min<std::uint64_t>(abstraction_number(spec, "size"), effort.bytes / bytes_per_state);
    const pdb::LabelTable table(system);
    if (std::unique_ptr<StateAbstraction> reachable = beyond_table(table, order_of(table, how), most_states, effort)) {
        AbstractionSet set;
        set.parts.push_back(std::move(reachable));
        return set;
    }
    return pdb::databases_of(table, patterns_of(table, how, most_states, effort),
                             abstraction_option(spec, "combine") == "sum", effort);
}

const RegisteredAbstraction pattern_database(
    {{.name = "pdb",
      .description = "pattern databases: distances in projections to patterns of processes and variables",
      .options = {{.name = "pattern",
                   .text = "the pattern: cone of influence, variables of a relaxed plan (plan), downward refinement, "
                           "all small patterns (systematic), hill climbing (climb), or names as {a,b}",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"cone", "plan", "downward", "systematic", "climb"},
                   .otherwise = "cone",
                   .names = true},
                  {.name = "size",
                   .text = "the number of abstract states of a pattern, or of a collection of patterns",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 50'000'000,
                   .otherwise = "1000000"},
                  {.name = "combine",
                   .text = "the value over several patterns: the sum over additive patterns, or the maximum",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"sum", "max"},
                   .otherwise = "sum"}},
      .also_called = {"pattern database", "pdbs"}},
     build_databases,
     unknown_names});

}  // namespace
}  // namespace crowfly
