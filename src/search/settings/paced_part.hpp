// A part of a strategy that is no search, such as an analysis of the network: as long as it lives, what the part counts
// by count_effort() is effort of the strategy, which waits where its turn is over. The part must hold nothing that
// another strategy may need meanwhile. What shares a task (task/task_cache.hpp) ends its turn by BuildBudget instead.
#pragma once

#include "base/effort_meter.hpp"
#include "search/settings/limits.hpp"
#include "search/settings/pacer.hpp"

namespace crowfly {

class PacedPart final : public EffortMeter {
public:
    explicit PacedPart(const Limits& limits) : pacer_(limits.pacer), metered_(*this) {}
    ~PacedPart() {
        if (pacer_ != nullptr) pacer_->end_search(effort_);
    }
    PacedPart(const PacedPart&) = delete;
    PacedPart& operator=(const PacedPart&) = delete;

    void spent(std::uint64_t effort) override {
        effort_ += effort;
        if (pacer_ != nullptr && pacer_->is_turn_over(effort_, 0)) pacer_->wait(effort_, 0, {});
    }

private:
    Pacer* pacer_;
    std::uint64_t effort_ = 0;
    Metered metered_;
};

}  // namespace crowfly
