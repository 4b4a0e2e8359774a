// Reductions for strategies: processes left out, one state of each orbit, one zone of each discrete state.
#pragma once

#include <optional>
#include <vector>

#include "network/analyses/distinction.hpp"
#include "network/network.hpp"
#include "network/symmetry/symmetry.hpp"
#include "reduce/task_reduction.hpp"

namespace crowfly {

// Whether each process is a bystander.
std::vector<bool> bystanders_of(const StrategyTask& task);

// Without bystanders (network/pruning/bystanders.hpp). Lifting puts their transitions back (lift.hpp).
class BystanderReduction final : public TaskReduction {
public:
    // `bystanders`: per process, see bystanders_of().
    BystanderReduction(const StrategyTask& original, std::vector<bool> bystanders);

    // From now on states are compared by what matters in the smaller network.
    void compare_by_relevance();
    SearchResult lift(SearchResult result, const Limits& limits, Observer& observer) override;
    void describe(Proof& proof) const override;

private:
    const StrategyTask& original_;
    std::vector<bool> bystanders_;
    Network network_;
    std::optional<Distinction> compared_;
};

// One state of each orbit. The space of the search unfolds paths.
class SymmetryReduction final : public TaskReduction {
public:
    explicit SymmetryReduction(const StrategyTask& original);

    bool is_symmetric() const { return symmetry_.has_value(); }
    void describe(Proof& proof) const override;

private:
    std::optional<Symmetry> symmetry_;
};

// One zone of each discrete state, a hull. A hull need not be reachable, so that no path is found.
class HullReduction final : public TaskReduction {
public:
    explicit HullReduction(const StrategyTask& original);
};

}  // namespace crowfly
