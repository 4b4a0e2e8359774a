#include "search/optimum/own_ways.hpp"

#include <algorithm>

namespace crowfly {
std::vector<bool> clocks_set_to_zero(const Network& network, Terms& terms) {
    std::vector<bool> zero(network.clocks.size(), true);
    for (const Edge& edge : network.edges) {
        if (edge.footprint.clock_writes.empty()) continue;
        const Effect effect = terms.update(edge);
        for (const Effect::ClockAssignment& assignment : effect.clocks) {
            if (assignment.source != 0 || terms.graph().value(assignment.value) != 0) zero[assignment.clock] = false;
        }
        for (ClockIndex c = 1; effect.call && c < network.clocks.size(); ++c) {
            if (edge.footprint.clock_writes.contains(c)) zero[c] = false;
        }
    }
    return zero;
}

bool is_set_on_entry(const Network& network, const Process& process, std::uint32_t location, ClockIndex clock) {
    return std::ranges::all_of(process.edges.of(network.edges), [&](const Edge& edge) {
        return edge.target != location || edge.footprint.clock_resets.contains(clock);
    });
}

namespace {

void add_goals(const Formula& goal, std::vector<Traveller>& travellers) {
    if (goal.kind == Formula::Kind::location) travellers.push_back({goal.process, goal.number, {}});
    if (goal.kind != Formula::Kind::conjunction) return;
    for (const Formula& part : goal.operands) add_goals(part, travellers);
}

void add_ways(const Network& network, const std::vector<bool>& zero, Traveller& traveller) {
    const Process& process = network.processes[traveller.process];
    traveller.ways.resize(process.locations.count);
    for (std::uint32_t e = process.edges.first; e < process.edges.first + process.edges.count; ++e) {
        const Edge& edge = network.edges[e];
        OwnWay way{{}, e, edge.target, 0};
        for (const std::uint32_t c : edge.constraints) {
            const ClockConstraint& guard = network.constraints[c];
            const bool is_wait = guard.left == 0 && guard.negated && !guard.condition && guard.bound.is_constant();
            if (!is_wait || !zero[guard.right]) continue;
            way.guards.push_back({guard.right, guard.bound.least});
            if (is_set_on_entry(network, process, edge.source, guard.right))
                way.wait = std::max<std::int64_t>(way.wait, guard.bound.least);
        }
        traveller.ways[edge.source].push_back(std::move(way));
    }
}

}  // namespace

std::vector<Traveller> travellers_to(const Network& network, const Formula& goal, Terms& terms) {
    std::vector<Traveller> travellers;
    if (network.features.stopwatches || network.features.clock_copies) return travellers;
    add_goals(goal, travellers);
    if (travellers.empty()) return travellers;
    const std::vector<bool> zero = clocks_set_to_zero(network, terms);
    for (Traveller& traveller : travellers) add_ways(network, zero, traveller);
    return travellers;
}

std::optional<std::size_t> row_of(const ActiveClocks& active, ClockIndex clock) {
    const auto found = std::lower_bound(active.clocks.begin(), active.clocks.end(), clock);
    if (found == active.clocks.end() || *found != clock) return std::nullopt;
    return static_cast<std::size_t>(found - active.clocks.begin());
}

}  // namespace crowfly
