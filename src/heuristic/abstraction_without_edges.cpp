#include "heuristic/abstraction_without_edges.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

// Each set of removed edges costs a pass over all transitions, and a distance per abstract state.
constexpr std::size_t most_transitions = 4'000'000;
constexpr std::size_t most_entries = 64'000'000;

}  // namespace

AbstractionWithoutEdges::AbstractionWithoutEdges(const FactoredSystem& system, const AbstractionSet& set)
    : system_(system), set_(set) {
    if (set.partitions.count > 0) {
        why_not_ = "it divides the costs of all transitions among several tables made beforehand";
        return;
    }
    std::size_t steps = 0;
    for (const std::unique_ptr<StateAbstraction>& part : set.parts) {
        std::optional<LabelGraph> graph = LabelGraph::of(*part, most_transitions - steps);
        if (!graph) {
            why_not_ =
                "its tables would have to be made anew for each set of missing edges, and they are too large or were "
                "loaded";
            graphs_.clear();
            return;
        }
        steps += graph->steps();
        graphs_.push_back(std::move(*graph));
    }
}

Estimate AbstractionWithoutEdges::estimate(std::span<const Value> values, const RemovedEdges& removed) {
    const Tables& tables = without(removed);
    return set_.estimate_by(values, [&](std::size_t part, AbstractState state) { return tables[part][state]; });
}

const AbstractionWithoutEdges::Tables& AbstractionWithoutEdges::without(const RemovedEdges& removed) {
    const auto found = known_.find(removed.number);
    if (found != known_.end()) return found->second;
    if (known_.size() * set_.states() > most_entries) known_.clear();
    return known_.emplace(removed.number, computed_without(removed)).first->second;
}

AbstractionWithoutEdges::Tables AbstractionWithoutEdges::computed_without(const RemovedEdges& removed) const {
    LabelCosts costs;
    for (const Label& label : system_.labels) {
        const bool stays =
            label.kind != Label::Kind::transition ||
            std::ranges::none_of(edges_of(system_.network->transitions[label.transition]),
                                 [&](EdgeIndex edge) { return static_cast<bool>(removed.without[edge]); });
        costs.push_back(stays ? label.cost : not_allowed);
    }
    Tables tables;
    for (const LabelGraph& graph : graphs_) {
        poll();
        tables.push_back(graph.distances(costs));
    }
    return tables;
}

}  // namespace crowfly
