#include "search/schedule/compositional_proof.hpp"

#include <fmt/format.h>

#include "abstraction/merge_and_shrink/merge_and_shrink.hpp"
#include "search/estimates.hpp"
#include "search/ledger.hpp"
#include "space/starts.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t most_starts = 1024;

class CompositionalProof {
public:
    CompositionalProof(const StrategyTask& task, std::span<const std::uint32_t> bounds, const Limits& limits,
                       Observer& observer)
        : task_(task), bounds_(bounds), ledger_(limits, observer, result_),
          budget_(ledger_.budget(), result_.statistics, observer) {
        budget_.call("mas");
    }

    SearchResult run() {
        ledger_.within_limits([&] {
            for (const std::uint32_t bound : bounds_) {
                const std::optional<AbstractionSet> set = build_in_turns(bound);
                if (!set) return ledger_.end(budget_.exceeded());
                if (is_proved(*set)) return note_proof(*set, bound);
                if (!set->is_bounded) return ledger_.end("with clocks ignored it may be reached");
            }
            ledger_.end("the abstraction would have too many states");
        });
        ledger_.close();
        return std::move(result_);
    }

private:
    // As in guided_search.hpp: what takes longer than a turn is begun anew.
    std::optional<AbstractionSet> build_in_turns(std::uint32_t bound) {
        while (true) {
            budget_.allow(ledger_.effort_for_building(budget_.all_spent(), budget_.allowed()));
            try {
                return build(bound);
            } catch (const BuildingEnded&) {
                if (!budget_.is_turn_over()) return std::nullopt;
            }
            ledger_.wait_for_turn(budget_.all_spent(), 0);
        }
    }

    AbstractionSet build(std::uint32_t bound) {
        Goal goal{task_.network, task_.formula, task_.options.wanted};
        goal.effort.reads = Effort::hasty;
        goal.effort.watch = &budget_;
        if (task_.options.tasks) goal.tasks = task_.options.tasks;
        system_ = factored_system(goal, Faults::are_goals);
        if (!system_.goal_is_possible) return {};
        return mas::merge_and_shrink(system_, {bound, mas::Shrink::weak, mas::Merge::silent}, goal.effort);
    }

    bool is_proved(const AbstractionSet& set) const {
        if (!system_.goal_is_possible) return true;
        if (count_starts(task_.network) > most_starts) return false;
        std::vector<std::int32_t> start = first_start(task_.network);
        std::vector<Value> values;
        do {
            if (!system_.read(start, values) || set.estimate(values) != dead_end) return false;
        } while (next_start(task_.network, start));
        return true;
    }

    void note_proof(const AbstractionSet& set, std::uint32_t bound) {
        result_.proof = Proof{.method = Proof::Method::abstraction};
        result_.proof->heuristic = fmt::format("mas(N={},shrink=weak,merge=silent)", bound);
        result_.proof->states = set.built;
        if (task_.network.features.clocks) result_.proof->ignored = {"clocks"};
    }

    const StrategyTask& task_;
    std::span<const std::uint32_t> bounds_;
    SearchResult result_;
    Ledger ledger_;
    BuildBudget budget_;
    FactoredSystem system_;
};

}  // namespace

SearchResult prove_by_composition(const StrategyTask& task, std::span<const std::uint32_t> bounds, const Limits& limits,
                                  Observer& observer) {
    return CompositionalProof(task, bounds, limits, observer).run();
}

}  // namespace crowfly
