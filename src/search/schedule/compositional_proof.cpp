#include "search/schedule/compositional_proof.hpp"

#include <fmt/format.h>

#include <array>

#include "abstraction/clock_variables.hpp"
#include "abstraction/merge_and_shrink/merge_and_shrink.hpp"
#include "search/guidance/estimates.hpp"
#include "search/kernels/ledger.hpp"
#include "space/starts.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t most_starts = 1024;

// With clocks there is more to tell apart, and what is proved needs all of it or little.
constexpr std::array<std::uint32_t, 2> bounds_with_clocks{1000, 100'000};
constexpr std::uint64_t most_states_of_product = 300'000;

class CompositionalProof {
public:
    CompositionalProof(const StrategyTask& task, std::span<const std::uint32_t> bounds, const Limits& limits,
                       Observer& observer)
        : task_(task), bounds_(bounds), ledger_(limits, observer, result_),
          budget_(ledger_.budget(), result_.statistics, observer) {
        budget_.call("mas");
        budget_.take_turns(ledger_.pacer());
    }

    SearchResult run() {
        ledger_.within_limits([&] {
            Outcome outcome = try_bounds(bounds_);
            if (outcome != Outcome::ended && task_.network.features.clocks) {
                has_clocks_ = true;
                outcome = try_bounds(bounds_with_clocks);
            }
            if (outcome == Outcome::ended) return;
            if (outcome == Outcome::may_be_reached) return ledger_.end("in the abstraction it may be reached");
            ledger_.end("the abstraction would have too many states");
        });
        ledger_.note_effort(budget_.effort());
        ledger_.close();
        return std::move(result_);
    }

private:
    enum class Outcome : std::uint8_t { ended, may_be_reached, too_many_states };

    Outcome try_bounds(std::span<const std::uint32_t> bounds) {
        for (const std::uint32_t bound : bounds) {
            const std::optional<AbstractionSet> set = try_to_build(bound);
            const bool is_proof = set && is_proved(*set);
            if (!set) ledger_.end(budget_.exceeded());
            if (is_proof) note_proof(*set, bound);
            if (!set || is_proof) return Outcome::ended;
            if (!set->is_bounded) return Outcome::may_be_reached;
        }
        return Outcome::too_many_states;
    }

    // Null: a limit was reached.
    std::optional<AbstractionSet> try_to_build(std::uint32_t bound) {
        try {
            return build(bound);
        } catch (const BuildingEnded&) {
            return std::nullopt;
        }
    }

    AbstractionSet build(std::uint32_t bound) {
        const Metered metered(budget_);
        Goal goal{task_.network, task_.formula, task_.options.wanted};
        goal.effort.reads = Effort::hasty;
        goal.effort.watch = &budget_;
        if (task_.options.tasks) goal.tasks = task_.options.tasks;
        system_ = factored_system(goal, Faults::are_goals, has_clocks_ ? Clocks::digital : Clocks::ignored);
        // Integers say all about a closed network.
        is_digital_ = !system_.clocks || system_.clocks->is_closed();
        if (!is_digital_) system_ = factored_system(goal, Faults::are_goals, Clocks::regions);
        if (!system_.goal_is_possible) return {};
        mas::Options options{bound, mas::Shrink::weak, mas::Merge::silent};
        if (has_clocks_) options.most_states_of_product = most_states_of_product;
        return mas::merge_and_shrink(system_, options, goal.effort);
    }

    bool is_proved(const AbstractionSet& set) const {
        if (!system_.goal_is_possible) return true;
        if (count_starts(task_.network) > most_starts) return false;
        std::vector<std::int32_t> start = first_start(task_.network);
        std::vector<ValueRange> values;
        do {
            if (!system_.read(start, nullptr, values) || set.estimate(values) != dead_end) return false;
        } while (next_start(task_.network, start));
        return true;
    }

    void note_proof(const AbstractionSet& set, std::uint32_t bound) {
        result_.proof = Proof{.method = Proof::Method::abstraction};
        const std::string_view clocks = !system_.clocks ? "" : is_digital_ ? ",clocks=digital" : ",clocks=regions";
        result_.proof->heuristic = fmt::format("mas(N={},shrink=weak,merge=silent{})", bound, clocks);
        result_.proof->states = set.built;
        if (task_.network.features.clocks && !system_.clocks) result_.proof->ignored = {"clocks"};
    }

    const StrategyTask& task_;
    std::span<const std::uint32_t> bounds_;
    SearchResult result_;
    Ledger ledger_;
    BuildBudget budget_;
    bool has_clocks_ = false;
    bool is_digital_ = true;
    FactoredSystem system_;
};

}  // namespace

SearchResult prove_by_composition(const StrategyTask& task, std::span<const std::uint32_t> bounds, const Limits& limits,
                                  Observer& observer) {
    return CompositionalProof(task, bounds, limits, observer).run();
}

}  // namespace crowfly
