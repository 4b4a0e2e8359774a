// The transitions of an abstraction, for distances under costs of labels that differ from the original ones.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "abstraction/abstraction.hpp"

namespace crowfly {

using LabelCosts = std::vector<std::uint32_t>;  // per label of the factored system, 0, 1 or `not_allowed`
constexpr std::uint32_t not_allowed = std::numeric_limits<std::uint32_t>::max();

class LabelGraph {
public:
    // Nothing: the transitions are not known, or too many.
    static std::optional<LabelGraph> of(const StateAbstraction& abstraction, std::size_t most_transitions = 10'000'000);

    std::size_t states() const { return starts_.size() - 1; }
    std::size_t steps() const { return steps_.size(); }
    void parts(auto& each) { each.derived(steps_, starts_, label_sets_, goals_); }

    std::vector<Estimate> distances(const LabelCosts& costs) const;
    // The least costs under which these are distances still: of each label the greatest difference that it makes.
    // Labels that are not mentioned keep what they have in `into`.
    void saturate(const std::vector<Estimate>& distances, LabelCosts& into) const;

private:
    // A transition backwards. Those with the same source and target are one, with the set of their labels.
    struct Step {
        AbstractState source = 0;
        std::uint32_t labels = 0;  // into label_sets_
    };

    LabelGraph() = default;

    std::vector<Step> steps_;            // by target
    std::vector<std::uint32_t> starts_;  // per target
    std::vector<std::vector<LabelIndex>> label_sets_;
    std::vector<AbstractState> goals_;
};

}  // namespace crowfly
