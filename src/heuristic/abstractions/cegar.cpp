// The distances of Cartesian abstractions that are refined along spurious paths (abstraction/cartesian/).
#include "abstraction/cartesian/cegar.hpp"

#include <charconv>

#include "abstraction/cost_partitioning/cost_partitioning.hpp"
#include "heuristic/abstraction_plugin.hpp"

namespace crowfly {
namespace {

cartesian::Subtasks subtasks_of(const std::string& text) {
    if (text == "goals") return cartesian::Subtasks::goals;
    return text == "one" ? cartesian::Subtasks::one : cartesian::Subtasks::landmarks;
}

AbstractionSet build_cartesian(const FactoredSystem& system, const Spec& spec, const Effort& effort) {
    cartesian::Options options;
    options.states = abstraction_number(spec, "states");
    const std::string seconds = abstraction_option(spec, "seconds");
    std::from_chars(seconds.data(), seconds.data() + seconds.size(), options.seconds);
    options.subtasks = subtasks_of(abstraction_option(spec, "subtasks"));
    AbstractionSet set = cartesian::build(system, options, effort);
    partition_costs(set, system, {}, effort);
    return set;
}

const RegisteredAbstraction cegar(
    {{.name = "cegar",
      .description = "Cartesian abstractions, refined along spurious paths (CEGAR)",
      .options = {{.name = "states",
                   .text = "the number of abstract states of all abstractions together",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 1'000'000,
                   .otherwise = "10000"},
                  {.name = "seconds",
                   .text = "the time for refinement, in seconds (default: no limit)",
                   .kind = PluginOption::Kind::decimal,
                   .least = 0,
                   .most = 1'000'000},
                  {.name = "subtasks",
                   .text = "one abstraction (one), one per variable of the goal (goals), or one per landmark as well "
                           "(landmarks); combined by saturated cost partitioning",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"goals", "landmarks", "one"},
                   .otherwise = "landmarks"}}},
     build_cartesian});

}  // namespace
}  // namespace crowfly
