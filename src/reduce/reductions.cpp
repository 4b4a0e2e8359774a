#include "reduce/reductions.hpp"

#include <array>
#include <utility>

#include "network/pruning/bystanders.hpp"
#include "reduce/lift.hpp"

namespace crowfly {

// ---- Bystanders

std::vector<bool> bystanders_of(const StrategyTask& task) {
    return find_bystanders(task.network, std::array{&task.formula}, Bystanders::any);
}

BystanderReduction::BystanderReduction(const StrategyTask& original, std::vector<bool> bystanders)
    : original_(original), bystanders_(std::move(bystanders)),
      network_(without_processes(original.network, bystanders_)) {
    task_.emplace(StrategyTask{network_, original.formula, original.options});
    task_->options.tasks = {};  // of another network
    task_->options.symmetry = nullptr;
}

void BystanderReduction::compare_by_relevance() {
    if (original_.options.compared == nullptr) return;
    compared_.emplace(network_, slots_read(original_.formula));
    task_->options.compared = &*compared_;
}

SearchResult BystanderReduction::lift(SearchResult result, const Limits& limits, Observer& observer) {
    if (!has_path(result)) return result;
    const Path& path = *result.found;
    const LiftingTask lifting{
        original_.network, original_.formula, original_.options, bystanders_, network_, task_->options.compared, path};
    SearchResult lifted = crowfly::lift(lifting, left_of(limits, result.statistics), observer);
    lifted.statistics = result.statistics + lifted.statistics;
    // No path of the network is shorter than all without bystanders.
    lifted.is_short = result.is_short && lifted.found && lifted.found->size() == path.size();
    return lifted;
}

void BystanderReduction::describe(Proof& proof) const { proof.without = names_of(original_.network, bystanders_); }

// ---- Symmetry

SymmetryReduction::SymmetryReduction(const StrategyTask& original) {
    std::vector<std::string> why_not;
    symmetry_ = find_symmetry(original.network, {&original.formula}, why_not);
    task_.emplace(original);
    if (symmetry_) task_->options.symmetry = &*symmetry_;
}

void SymmetryReduction::describe(Proof& proof) const { proof.search += ", one state of each orbit"; }

// ---- Hulls

HullReduction::HullReduction(const StrategyTask& original) {
    task_.emplace(original);
    SearchOptions& options = task_->options;
    options.hull = true;
    // Widening keeps the number of hulls finite; what the comparison by simulation forgets has to be forgotten by it.
    if (options.abstraction == Abstraction::a_lu) options.abstraction = Abstraction::lu_plus;
    if (options.abstraction == Abstraction::a_m) options.abstraction = Abstraction::m_plus;
}

}  // namespace crowfly
