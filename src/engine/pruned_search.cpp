#include "engine/pruned_search.hpp"

#include <fmt/format.h>

#include <utility>

#include "network/pruning/safe_slots.hpp"
#include "reduce/safe_variables.hpp"

namespace crowfly {
namespace {

Answer::Pruning pruning_of(const Network& network, const SafeSlots& left_out, const SlotSet& restored) {
    Answer::Pruning pruning;
    for (const SafeSlot& safe : left_out.safe) pruning.dropped.push_back(network.slots[safe.slot].name);
    for (const KeptSlot& kept : left_out.kept) pruning.kept.push_back({network.slots[kept.slot].name, kept.why});
    for (const std::uint32_t slot : restored.members()) pruning.restored.push_back(network.slots[slot].name);
    return pruning;
}

}  // namespace

PrunedSearch search_pruned(const StrategyTask& task, const Limits& limits, Observer& observer) {
    Statistics used;
    for (SlotSet restored;;) {
        SafeVariableReduction reduction(task, restored);
        const Limits left = left_of(limits, used);
        const Budget budget(left);
        SecondObserver second(observer, used);
        SearchResult result = search_reduced({&reduction}, left, second);
        budget.close(result.statistics);
        used = result.statistics = used + result.statistics;
        if (reduction.to_restore().empty() || (result.found && !result.stop))
            return {std::move(result), reduction.inserted(), pruning_of(task.network, reduction.left_out(), restored)};
        restored.add(reduction.to_restore());
    }
}

std::string pruning_against_question(const Question& q) {
    if (q.settings.pruning == Pruning::none) return "";
    const std::string option = fmt::format("--prune {}", to_string(q.settings.pruning));
    if (!asks_for_states(q.query)) return option + " is for E<> and A[] only";
    if (q.settings.objective != Objective::any) {
        return fmt::format(
            "{} cannot be used with {}: transitions that are put back into a trace are not counted while it is "
            "searched for",
            option, option_of(q.settings));
    }
    if (mentions_deadlock(q.query))
        return option + " cannot be used with `deadlock`: the only enabled transition may be left out";
    return "";
}

}  // namespace crowfly
