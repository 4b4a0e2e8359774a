// Abstractions of any kind, added up by saturated cost partitioning (abstraction/cost_partitioning/).
#include "abstraction/cost_partitioning/cost_partitioning.hpp"

#include "heuristic/abstraction_plugin.hpp"

namespace crowfly {
namespace {

Vocabulary abstraction_vocabulary() { return vocabulary_of(abstractions(), "there is no abstraction `{}`"); }

AbstractionSet build_partitioned(const FactoredSystem& system, const Spec& spec, const Effort& effort) {
    AbstractionSet set;
    for (const Spec& part : spec.parts) {
        AbstractionSet more = abstractions().find(part.name)->build(system, part, effort);
        for (std::unique_ptr<StateAbstraction>& abstraction : more.parts) set.parts.push_back(std::move(abstraction));
    }
    partition_costs(set, system, {.orders = abstraction_number(spec, "orders")}, effort);
    return set;
}

const RegisteredAbstraction scp(
    {{.name = "scp",
      .description =
          "the sum over abstractions, each of which counts what the others leave (saturated cost partitioning)",
      .options = {{.name = "orders",
                   .text = "orders of the abstractions; the greatest sum counts",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 100,
                   .otherwise = "8"}},
      .combines = true,
      .parts = {.vocabulary = abstraction_vocabulary}},
     build_partitioned});

}  // namespace
}  // namespace crowfly
