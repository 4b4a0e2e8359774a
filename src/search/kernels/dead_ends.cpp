#include "search/kernels/dead_ends.hpp"

#include "search/methods/registry.hpp"

namespace crowfly {

const Guidance* pruning_guidance(const Settings& settings) {
    const Guidance& guidance = settings.guidance;
    return is_guided(settings) && guarantees_of(guidance.heuristic).safe ? &guidance : nullptr;
}

DeadEnds::DeadEnds(const Guidance* guidance, const Network& network, const Formula& goal, const StateForm& form,
                   Ledger& ledger)
    : guidance_(guidance) {
    if (guidance == nullptr || goal.kind == Formula::Kind::constant) return;
    if (!guarantees_of(guidance->heuristic).forms.covers(form.forms())) return;
    BuildBudget budget(ledger.budget(), ledger.statistics(), ledger.observer());
    if (!estimates_.emplace(guidance->heuristic).build(goal_of(network, goal, true, *guidance, form), budget))
        ledger.end(budget.exceeded());
}

std::string DeadEnds::heuristic(const Statistics& statistics) const {
    return statistics.pruned > 0 ? to_string(guidance_->heuristic) : "";
}

}  // namespace crowfly
