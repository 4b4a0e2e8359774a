// What transitions cost: the value of an expression in the state that a transition leads to, or the costs that the
// model gives its edges, and how likely they are among the outcomes of their choice.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "network/machine.hpp"
#include "network/network.hpp"
#include "property/kinds/extremum.hpp"
#include "search/costs/cost.hpp"

namespace crowfly {

// What is to be minimised.
struct Costs {
    CostAlgebra algebra = CostAlgebra();
    // What a transition costs, in the state that it leads to. None: what its edges cost.
    std::optional<property::Measure> expression = {};
    std::string written = {};  // the expression
};

class StepCosts {
public:
    StepCosts(const Network& network, const Costs& costs);

    const CostAlgebra& algebra() const { return costs_.algebra; }

    // Every transition adds at least so much to the first part. 0: nothing is known, or that is not how it is counted.
    std::int64_t least() const;

    // Of the transition with these edges from one state to another. Nothing: problem() says why.
    std::optional<StepCost> of(std::span<const std::int32_t> from, std::span<const EdgeIndex> edges,
                               std::span<const std::int32_t> to);
    // "a transition costs -3, and costs must not be negative"
    const std::string& problem() const { return problem_; }

private:
    std::optional<std::int64_t> cost(std::span<const EdgeIndex> edges, std::span<const std::int32_t> to);
    std::optional<double> probability(std::span<const std::int32_t> from, std::span<const EdgeIndex> edges);
    std::optional<double> weight(const Edge& edge);

    const Network& network_;
    const Costs& costs_;
    Machine own_;      // for the expression …
    Machine weights_;  // … and for the model
    std::string problem_;
};

}  // namespace crowfly
