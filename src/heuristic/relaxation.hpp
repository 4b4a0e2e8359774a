// The delete relaxation of a task: variables and processes keep every value they ever had, so a fact that has come true
// stays true (monotonicity abstraction; Wehrle: Transition-based directed model checking, 2011, Sect. 2.3). From a
// state all transitions that can fire do so at once, round after round, until the goal is reached or no new fact comes
// true.
//
// Each operator counts its preconditions that are not true yet. A fact that comes true decrements the counters of the
// operators that require it, so each precondition is visited once. Axioms are applied within the round.
#pragma once

#include "heuristic/heuristic.hpp"
#include "task/task.hpp"

namespace crowfly {

class Relaxation {
public:
    explicit Relaxation(const Goal& goal, bool reads_clocks = false);

    // The number of rounds until the goal is reached; `farthest` if it never is, but a run-time error may be. `floor`
    // counts if clocks are read. `removed`: edges that do not fire.
    Estimate rounds(std::span<const std::int32_t> state, ClockFloor floor = {}, const RemovedEdges* removed = nullptr);

    // A relaxed plan: the transitions that achieved the goal in the last rounds() that reached it, each in its round.
    struct Firing {
        std::uint32_t round = 0;  // counted from 1
        std::uint32_t transition = 0;
        friend auto operator<=>(const Firing&, const Firing&) = default;
    };
    // Ascending.
    const std::vector<Firing>& plan();
    void add_edges_of_plan(std::vector<EdgeIndex>& edges) const;  // of the last plan(); some more than once
    // Facts that are not true in the state and that the last plan() achieves, in the order in which they came true.
    void add_facts_of_plan(Facts& facts);

    const Task& task() const { return *task_; }                   // as of the last rounds()
    bool is_true(Fact fact) const { return rounds_[fact] == 0; }  // in the state of the last rounds()
    const std::vector<std::uint16_t>& preconditions() const { return preconditions_; }  // per operator: how many it has

    // Without the task.
    void parts(auto& each) {
        each.derived(preconditions_, missing_, rounds_, supporters_, fresh_, enabled_, demanded_, demands_, plan_);
    }
    std::uint64_t steps() const { return steps_; }

private:
    static constexpr OperatorIndex nobody = std::numeric_limits<OperatorIndex>::max();
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

    void prepare();
    bool start(std::span<const std::int32_t> state, ClockFloor floor);
    void settle();
    void enable(OperatorIndex op);
    void come_true(Fact fact, OperatorIndex by);
    void demand(Fact fact);

    Goal goal_;
    bool reads_clocks_;
    std::shared_ptr<const Task> task_;
    std::vector<std::uint16_t> preconditions_;  // per operator: how many it has

    std::vector<std::uint16_t> missing_;     // per operator: preconditions that are not true yet
    std::vector<std::uint32_t> rounds_;      // per fact: when it came true
    std::vector<OperatorIndex> supporters_;  // per fact: the operator that achieved it first
    std::vector<Fact> fresh_;                // facts in the order in which they came true …
    std::size_t propagated_ = 0;             // … of which so many have been propagated to the operators
    std::vector<OperatorIndex> enabled_;     // to be applied in the next round
    std::uint32_t round_ = 0;
    const RemovedEdges* removed_ = nullptr;

    std::vector<bool> demanded_;  // per fact
    std::vector<Fact> demands_;
    std::vector<Firing> plan_;
    std::uint64_t steps_ = 0;  // see Heuristic::steps()
};

}  // namespace crowfly
