// Predecessors of Cartesian sets of states (regression). A label of a factored system moves each variable by rules of
// its own, whatever the others do. So the states from which it leads into a Cartesian set are a Cartesian set again:
// per variable, the values from which a rule leads to an allowed one.
//
// The labels over-approximate the transitions (abstraction/factored_system.hpp), and so do preimages: no predecessor is
// missing, and some may be none.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "search/backward/backward_labels.hpp"
#include "search/backward/value_constraints.hpp"

namespace crowfly {

class Preimages {
public:
    // Both have to outlive it.
    Preimages(const FactoredSystem& system, ValueConstraints& constraints);

    using Set = std::span<const ConstraintIndex>;  // ascending
    // `found` is called with the preimage of the set by each label that may lead there from outside of it.
    void for_each(Set set, const std::function<void(Set)>& found);

    std::size_t bytes() const;

private:
    bool regress(Set set, std::uint32_t label);
    ConstraintIndex regress(std::uint32_t move, ConstraintIndex wanted);
    ConstraintIndex compute(const BackwardLabels::Move& move, ConstraintIndex wanted);

    const FactoredSystem& system_;
    ValueConstraints& constraints_;
    BackwardLabels labels_;
    std::unordered_map<std::uint64_t, ConstraintIndex> known_;  // preimages of single variables
    // Of the set whose preimages are computed:
    std::vector<ConstraintIndex> wanted_;  // per variable
    std::vector<ConstraintIndex> result_;
    std::vector<std::uint32_t> moved_;  // per variable: the round in which a label last moved it
    std::uint32_t round_ = 0;
    std::vector<std::uint32_t> asked_;  // per label: the set for which it was last regressed
    std::uint32_t sets_ = 0;
};

}  // namespace crowfly
