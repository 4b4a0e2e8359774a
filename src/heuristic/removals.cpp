#include "heuristic/removals.hpp"

#include <algorithm>

#include "base/sort_out.hpp"
#include "task/task.hpp"

namespace crowfly {
namespace {

bool changes_location(const Edge& edge) { return edge.source != edge.target; }

}  // namespace

Removals::Removals(const Network& network, Removal kind)
    : network_(network), kind_(kind), readers_(network.slots.size()), clock_readers_(network.clocks.size()),
      removed_(network.edges.size()) {
    if (kind == Removal::plain) return;
    for (EdgeIndex e = 0; e < network.edges.size(); ++e) {
        const Footprint& footprint = kind == Removal::guards ? network.edges[e].enabling : network.edges[e].footprint;
        for (const std::uint32_t slot : footprint.reads.members()) readers_[slot].push_back(e);
        for (const std::uint32_t clock : footprint.clock_reads.members()) clock_readers_[clock].push_back(e);
    }
}

const std::vector<EdgeIndex>& Removals::removed_with(EdgeIndex index) {
    std::vector<EdgeIndex>& removed = removed_[index];
    if (!removed.empty()) return removed;
    removed.push_back(index);
    if (kind_ == Removal::plain) return removed;
    const Edge& edge = network_.edges[index];
    const auto add = [&](const std::vector<EdgeIndex>& edges) {
        removed.insert(removed.end(), edges.begin(), edges.end());
    };
    for (const std::uint32_t slot : edge.footprint.writes.members()) {
        if (slot >= network_.processes.size()) add(readers_[slot]);
    }
    for (const std::uint32_t clock : edge.footprint.clock_writes.members()) add(clock_readers_[clock]);
    if (changes_location(edge)) {
        for (const std::uint32_t other : network_.processes[edge.process].edges) {
            if (network_.edges[other].target == edge.target && changes_location(network_.edges[other]))
                removed.push_back(other);
        }
    }
    sort_out(removed);
    return removed;
}

const RemovedEdges& Removals::of(const std::vector<EdgeIndex>& edges) {
    const auto [known, fresh] = known_.try_emplace(edges);
    RemovedEdges& result = known->second;
    if (!fresh) return result;
    result.number = static_cast<std::uint32_t>(known_.size() - 1);
    for (const EdgeIndex edge : edges) {
        const std::vector<EdgeIndex>& removed = removed_with(edge);
        result.edges.insert(result.edges.end(), removed.begin(), removed.end());
    }
    sort_out(result.edges);
    result.without.resize(network_.edges.size());
    for (const EdgeIndex edge : result.edges) result.without[edge] = true;
    return result;
}

bool is_removed(const Task& task, const Operator& op, const RemovedEdges& removed) {
    return !op.is_axiom() && std::ranges::any_of(task.grounding().transitions[op.grounded].edges,
                                                 [&](EdgeIndex edge) { return removed.without[edge]; });
}

}  // namespace crowfly
