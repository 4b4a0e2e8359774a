// Distances in the graphs of single processes (Wehrle: Transition-based directed model checking, 2011, Sect. 2.3).
//
// A process that has to be at a certain location gets there along its own edges, whatever their guards and
// synchronisations: the length of the shortest path in its graph is a lower bound on the number of its steps. dL is the
// maximum over the processes; one transition moves a process at most once, so dL is admissible and consistent. dU is
// the sum, which is not admissible where one transition moves several processes. Of several disjuncts the nearest
// counts. Integers and clocks in the goal are ignored. A location that cannot be reached in the graph of its process
// proves that the goal cannot be reached.
#include <algorithm>
#include <unordered_map>

#include "heuristic/registry.hpp"
#include "task/target.hpp"

namespace crowfly {
namespace {

// From each location of a process, the least number of edges to one of the places; removed edges are not used.
std::vector<Estimate> distances_to(const Network& network, ProcessIndex process, const std::set<std::uint32_t>& places,
                                   const RemovedEdges* removed = nullptr) {
    const Process& graph = network.processes[process];
    std::vector<std::vector<std::uint32_t>> before(graph.locations.count);
    for (const std::uint32_t e : graph.edges) {
        if (removed == nullptr || !removed->without[e])
            before[network.edges[e].target].push_back(network.edges[e].source);
    }
    std::vector<Estimate> distance(graph.locations.count, dead_end);
    std::vector<std::uint32_t> queue(places.begin(), places.end());
    for (const std::uint32_t place : places) distance[place] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const std::uint32_t source : before[queue[i]]) {
            if (distance[source] != dead_end) continue;
            distance[source] = distance[queue[i]] + 1;
            queue.push_back(source);
        }
    }
    return distance;
}

class GraphDistance final : public Heuristic {
public:
    GraphDistance(const Goal& goal, bool sums) : network_(goal.network), sums_(sums) {
        for (const Places& places : places_of(goal.network, target_of(goal))) {
            Alternative& alternative = alternatives_.emplace_back();
            for (const auto& [process, allowed] : places)
                alternative.push_back({process, allowed, distances_to(goal.network, process, allowed)});
        }
    }

    Estimate estimate(std::span<const std::int32_t> slots) override { return nearest(alternatives_, slots); }

    std::string_view why_not_without_edges() const override { return ""; }
    Estimate estimate_without(std::span<const std::int32_t> slots, ClockFloor, const RemovedEdges& removed) override {
        return nearest(alternatives_without(removed), slots);
    }

    // The path of each process.
    std::vector<AbstractStep> explain(std::span<const std::int32_t> slots) override {
        const auto nearest =
            std::ranges::min_element(alternatives_, {}, [&](const Alternative& a) { return distance(a, slots); });
        std::vector<AbstractStep> steps;
        if (nearest == alternatives_.end() || distance(*nearest, slots) == dead_end) return steps;
        for (const Table& table : *nearest) {
            auto location = static_cast<std::uint32_t>(slots[table.process]);
            for (std::uint32_t round = 1; table.distance[location] > 0; ++round) {
                const EdgeIndex edge = nearer(table, location);
                steps.push_back({round, {edge}});
                location = network_.edges[edge].target;
            }
        }
        return steps;
    }

private:
    struct Table {
        ProcessIndex process;
        std::set<std::uint32_t> places;  // where it has to be
        std::vector<Estimate> distance;  // per location
    };
    using Alternative = std::vector<Table>;

    Estimate nearest(const std::vector<Alternative>& alternatives, std::span<const std::int32_t> slots) const {
        Estimate nearest = dead_end;
        for (const Alternative& alternative : alternatives) nearest = std::min(nearest, distance(alternative, slots));
        return nearest;
    }

    const std::vector<Alternative>& alternatives_without(const RemovedEdges& removed) {
        const auto [known, fresh] = without_.try_emplace(removed.number, alternatives_);
        if (!fresh) return known->second;
        std::set<ProcessIndex> changed;
        for (const EdgeIndex edge : removed.edges) changed.insert(network_.edges[edge].process);
        for (Alternative& alternative : known->second) {
            for (Table& table : alternative) {
                if (changed.contains(table.process))
                    table.distance = distances_to(network_, table.process, table.places, &removed);
            }
        }
        return known->second;
    }

    Estimate distance(const Alternative& alternative, std::span<const std::int32_t> slots) const {
        Estimate own = 0;
        for (const Table& table : alternative) {
            const Estimate distance = table.distance[static_cast<std::size_t>(slots[table.process])];
            own = sums_ ? plus(own, distance) : std::max(own, distance);
        }
        return own;
    }

    // The first edge of a shortest path.
    EdgeIndex nearer(const Table& table, std::uint32_t location) const {
        EdgeIndex edge = network_.location(table.process, location).edges.first;
        while (table.distance[network_.edges[edge].target] != table.distance[location] - 1) ++edge;
        return edge;
    }

    const Network& network_;
    std::vector<Alternative> alternatives_;
    std::unordered_map<std::uint32_t, std::vector<Alternative>> without_;  // by RemovedEdges::number
    bool sums_;
};

template <bool sums>
std::unique_ptr<Heuristic> make_graph_distance(const Goal& goal, const HeuristicSpec&) {
    return std::make_unique<GraphDistance>(goal, sums);
}

// They hold for all states. Locations are never dead.
Guarantees of_longest(const HeuristicSpec&) {
    return {true, true, true, NormalForms::all(), {NormalForm::dead_slots, NormalForm::hulls}};
}
Guarantees of_sum(const HeuristicSpec&) { return {false, false, true, NormalForms::all()}; }

const Registered<HeuristicPlugin> longest(
    heuristics(),
    {{.name = "dL",
      .description = "graph distance: the maximum over processes of the distance to their goal locations"},
     of_longest,
     make_graph_distance<false>});

const Registered<HeuristicPlugin> sum_of_distances(
    heuristics(),
    {{.name = "dU", .description = "graph distance: the sum over processes of the distances to their goal locations"},
     of_sum,
     make_graph_distance<true>});

const Registered<HeuristicPlugin> fsm(heuristics(), {{.name = "fsm", .description = "FSM distance, the same as dU"},
                                                     of_sum,
                                                     make_graph_distance<true>});

}  // namespace
}  // namespace crowfly
