#include "trace/measures/trace_costs.hpp"

namespace crowfly {

std::optional<TraceCosts> costs_of(const Network& network, const Costs& costs, const Trace& trace) {
    const CostAlgebra& algebra = costs.algebra;
    StepCosts steps(network, costs);
    TraceCosts counted{algebra.name(), {}, {}, {}};
    Cost sum = algebra.none();
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        std::vector<EdgeIndex> edges;
        for (const Participant& one : trace.steps[i].move.firing.participants) edges.push_back(one.edge);
        const std::optional<StepCost> step = steps.of(trace.state(i).slots, edges, trace.steps[i].state.slots);
        if (!step) return std::nullopt;
        try {
            sum = algebra.after(sum, *step);
            counted.steps.push_back(algebra.to_string(algebra.after(algebra.none(), *step)));
        } catch (const CostOutOfRange&) {
            return std::nullopt;
        }
        counted.sums.push_back(algebra.to_string(sum));
    }
    counted.total = algebra.to_string(sum);
    return counted;
}

}  // namespace crowfly
