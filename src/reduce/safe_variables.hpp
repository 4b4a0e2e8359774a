// Without safe variables (network/pruning/safe_slots.hpp). Lifting splices transitions that change them into the path
// (splice.hpp). Where that fails, some slots have to be restored: the search is repeated with these.
#pragma once

#include <optional>
#include <vector>

#include "network/analyses/distinction.hpp"
#include "network/pruning/safe_slots.hpp"
#include "network/pruning/without_slots.hpp"
#include "network/slot_set.hpp"
#include "reduce/task_reduction.hpp"

namespace crowfly {

class SafeVariableReduction final : public TaskReduction {
public:
    // Slots in `restored` are kept. If no slot can be left out, the task is the original one.
    SafeVariableReduction(const StrategyTask& original, const SlotSet& restored);

    // All paths. Those that cannot be spliced are dropped.
    SearchResult lift(SearchResult result, const Limits& limits, Observer& observer) override;

    const SafeSlots& left_out() const { return left_out_; }
    const SlotSet& to_restore() const { return to_restore_; }               // none: every path was spliced
    const std::vector<std::size_t>& inserted() const { return inserted_; }  // per path: how many transitions

private:
    bool splice_one(Path& path, SearchResult& result, const Limits& limits);

    const StrategyTask& original_;
    SafeSlots left_out_;
    std::optional<ReducedNetwork> reduced_;
    std::optional<Distinction> compared_;
    SlotSet to_restore_;
    std::vector<std::size_t> inserted_;
};

}  // namespace crowfly
