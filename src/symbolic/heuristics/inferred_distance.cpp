// The heuristic that symbolic searches infer from the formula and the transitions (symbolic/searches/inferred.hpp), for
// explicit ones.
#include "symbolic/heuristics/frozen_heuristic.hpp"
#include "symbolic/searches/inferred.hpp"

namespace crowfly {
namespace {

using symbolic::FrozenHeuristic;
using symbolic::NetworkSystem;

bool may_err(NetworkSystem& system) {
    return !system.ranges().is_known || system.ranges().may_stop || !system.system().faults.is_false();
}

FrozenHeuristic::Estimates inferred(const Goal& goal, const HeuristicSpec& spec) try {
    const std::size_t nodes = symbolic::number_of(spec, "nodes");
    const symbolic::SystemOptions options = symbolic::limited_options(goal, nodes);
    NetworkSystem system({goal.network, goal.formula, goal.wanted, goal.form.symmetry}, options);
    const std::string depth = option_of(spec, "depth");
    const symbolic::InferredHeuristic found =
        depth == "auto" ? symbolic::infer(system, options.check)
                        : symbolic::infer(system, static_cast<std::uint32_t>(std::stoul(depth)), options.check);
    symbolic::Freezer freezer(system.variables(), nodes);
    for (std::uint32_t value = 0; value < found.sets.size(); ++value) freezer.add(found.sets[value], value);
    return {freezer.finish(), may_err(system) ? farthest : dead_end};
} catch (const LimitReached&) {
    poll();
    return {};
}

const Registered<HeuristicPlugin> inferred_distance(
    heuristics(),
    {{.name = "inferred",
      .description = "inferred heuristic: the goal formula, unfolded backward through guards and updates, as BDDs",
      .options = {{.name = "depth",
                   .text = "the depth of the unfolding",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"auto", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "14", "16", "20",
                               "30"},
                   .otherwise = "auto"},
                  {.name = "nodes",
                   .text = "the greatest number of BDD nodes during construction; depth=auto then stops unfolding",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 500'000'000,
                   .otherwise = "200000"}}},
     [](const HeuristicSpec&) {
         // Of all states with values that can be reached, or permuted; see sympdb for consistency.
         return Guarantees{true, true, true, NormalForms::all(), {NormalForm::hulls}};
     },
     [](const Goal& goal, const HeuristicSpec& spec) { return FrozenHeuristic::make(goal, spec, inferred); }});

}  // namespace
}  // namespace crowfly
