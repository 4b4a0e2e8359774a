#include "search/costs/step_costs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crowfly {
namespace {

const Bytecode& code_of_expression(const Network& network, const Costs& costs) {
    return costs.expression && costs.expression->code ? *costs.expression->code : network.code;
}

// Neither expressions nor weights write.
std::span<std::int32_t> readable(std::span<const std::int32_t> slots) {
    return {const_cast<std::int32_t*>(slots.data()), slots.size()};
}

}  // namespace

StepCosts::StepCosts(const Network& network, const Costs& costs)
    : network_(network), costs_(costs), own_(code_of_expression(network, costs)), weights_(network.code) {}

std::int64_t StepCosts::least() const {
    using Part = CostAlgebra::Part;
    const Part counted = algebra().parts().front();
    if (counted == Part::steps) return 1;
    if (counted != Part::cost) return 0;
    if (costs_.expression)
        return costs_.expression->program ? 0 : std::max<std::int64_t>(costs_.expression->constant, 0);
    const auto cheapest =
        std::ranges::min_element(network_.edges, {}, [](const Edge& edge) { return edge.outcome.cost; });
    return cheapest == network_.edges.end() ? 0 : std::max<std::int64_t>(cheapest->outcome.cost, 0);
}

std::optional<StepCost> StepCosts::of(std::span<const std::int32_t> from, std::span<const EdgeIndex> edges,
                                      std::span<const std::int32_t> to) {
    using Part = CostAlgebra::Part;
    StepCost step;
    if (algebra().uses(Part::cost) || algebra().uses(Part::max) || algebra().uses(Part::min)) {
        const std::optional<std::int64_t> found = cost(edges, to);
        if (!found) return std::nullopt;
        step.cost = *found;
    }
    if (algebra().uses(Part::probability)) {
        const std::optional<double> found = probability(from, edges);
        if (!found) return std::nullopt;
        step.probability = *found;
    }
    return step;
}

std::optional<std::int64_t> StepCosts::cost(std::span<const EdgeIndex> edges, std::span<const std::int32_t> to) {
    std::int64_t cost = 0;
    if (!costs_.expression) {
        for (const EdgeIndex e : edges) cost += network_.edges[e].outcome.cost;
    } else if (!costs_.expression->program) {
        cost = costs_.expression->constant;
    } else {
        own_.bind(readable(to));
        if (!own_.run(costs_.expression->program)) {
            problem_ = "the cost of a transition cannot be computed in some state: a run-time error";
            return std::nullopt;
        }
        cost = own_.result();
    }
    if (cost >= 0) return cost;
    problem_ = fmt::format("a transition costs {}, and costs must not be negative", cost);
    return std::nullopt;
}

// Every edge of a branchpoint among those that share it; others are certain.
std::optional<double> StepCosts::probability(std::span<const std::int32_t> from, std::span<const EdgeIndex> edges) {
    double probability = 1;
    weights_.bind(readable(from));
    for (const EdgeIndex e : edges) {
        const Edge& edge = network_.edges[e];
        if (edge.branch < 0) continue;
        double all = 0;
        for (const Edge& other : network_.processes[edge.process].edges.of(network_.edges)) {
            if (other.branch != edge.branch) continue;
            const std::optional<double> found = weight(other);
            if (!found) return std::nullopt;
            all += *found;
        }
        const std::optional<double> own = weight(edge);
        if (!own) return std::nullopt;
        probability *= all > 0 ? *own / all : 0;
    }
    return probability;
}

std::optional<double> StepCosts::weight(const Edge& edge) {
    const Bound& weight = edge.outcome.weight;
    std::int64_t value = weight.least;
    if (!weight.is_constant()) {
        if (!weights_.run(weight.program)) {
            problem_ = "the weight of a branch cannot be computed in some state: a run-time error";
            return std::nullopt;
        }
        value = weights_.result();
    }
    if (value >= 0) return static_cast<double>(value);
    problem_ = fmt::format("the weight of a branch is {}, and weights must not be negative", value);
    return std::nullopt;
}

}  // namespace crowfly
