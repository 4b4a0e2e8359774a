// Abstractions of any kind, added up by saturated cost partitioning (abstraction/cost_partitioning/).
#include "abstraction/cost_partitioning/cost_partitioning.hpp"

#include <algorithm>
#include <numeric>

#include "heuristic/abstraction_plugin.hpp"

namespace crowfly {
namespace {

Vocabulary abstraction_vocabulary() { return vocabulary_of(abstractions(), "there is no abstraction `{}`"); }

// Those of a set that may be added up anyway are a group.
void append(AbstractionSet& set, AbstractionSet more) {
    const auto first = static_cast<std::uint32_t>(set.parts.size());
    if (more.adds_up) {
        std::vector<std::uint32_t>& group = more.groups.emplace_back(more.parts.size());
        std::iota(group.begin(), group.end(), 0);
    }
    for (std::vector<std::uint32_t>& group : more.groups) {
        for (std::uint32_t& part : group) part += first;
        set.groups.push_back(std::move(group));
    }
    for (std::unique_ptr<StateAbstraction>& part : more.parts) set.parts.push_back(std::move(part));
    set.built += more.built;
    set.is_bounded = set.is_bounded || more.is_bounded;
}

AbstractionSet build_partitioned(const FactoredSystem& system, const Spec& spec, const Effort& effort) {
    AbstractionSet set;
    for (const Spec& part : spec.parts) append(set, abstractions().find(part.name)->build(system, part, effort));
    partition_costs(set, system, {.orders = abstraction_number(spec, "orders")}, effort);
    return set;
}

// All parts have the labels of one system, which has no clocks.
std::string clocks_of_parts(const Network&, const Spec& spec) {
    const bool ignores_all =
        std::ranges::all_of(spec.parts, [](const Spec& part) { return clocks_of(part) == Clocks::ignored; });
    return ignores_all ? "" : "`scp` ignores clocks; leave `clocks` out, or use max(…) in place of scp(…)";
}

const RegisteredAbstraction scp(
    {{.name = "scp",
      .description = "saturated cost partitioning over several abstractions",
      .options = {{.name = "orders",
                   .text = "the number of orders of the abstractions; the maximum over the orders counts",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 100,
                   .otherwise = "8"}},
      .combines = true,
      .parts = {.vocabulary = abstraction_vocabulary},
      .also_called = {"saturated cost partitioning"}},
     build_partitioned,
     clocks_of_parts});

}  // namespace
}  // namespace crowfly
