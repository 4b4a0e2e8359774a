// Landmark cuts (Helmert, Domshlak: Landmarks, critical paths and abstractions: what's the difference anyway?, ICAPS
// 2009): a lower bound on the transitions of a trace, as the number of disjoint sets of which every trace fires one.
//
// Every operator costs 1, an axiom nothing. hmax of a fact is the cost of the cheapest operator that achieves it, where
// an operator costs its own and the hmax of its dearest precondition, its *supporter*. In the graph with an arc from
// the supporter of each operator to each of its effects, the *goal zone* are the facts from which the goal is reached
// at no cost. The operators on arcs into the goal zone, as far as their supporters are reached from the state without
// it, are a *cut*: no relaxed plan does without all of them. They become free, and it starts again until hmax of the
// goal is 0.
//
// After a cut costs drop. Only those below the cost of the goal are kept up to date: a fact that costs as much as the
// goal or more may seem to cost still more. Cuts stay cuts whatever supporters are chosen, as long as no arc leads to a
// fact that costs more than its supporter and operator do, with costs cut off at that of the goal; and this holds.
//
// One firing of a transition is several operators of the task at once: one for the locations, and one case of each
// factor that writes something; a broadcast or a vector has these for each receiver (task/task.hpp). It is paid once:
//   - If a cut has operators of one factor alone, these become free, and so does every other operator of the transition
//     that is not of this factor. The other cases of the factor keep their cost: they belong to other firings.
//   - If it has others, all operators of the transition become free.
//
// The number of cuts so far plus hmax with what is left never exceeds the length of a trace. Proof: every cut contains
// an operator of some firing of the trace, because these operators together are a relaxed plan. Let a firing have an
// operator in a cut. From then on all its operators are free: the one in the cut is, those outside its factor are, and
// it has only one of the factor. Cuts have no free operators, so no later one contains an operator of this firing: a
// firing pays for at most one cut. Hence there are as many firings that have paid as cuts, at least. A fact that comes
// true by a firing has at most the hmax of the facts true before if the firing has paid, and else at most 1 more; so
// hmax of the goal is at most the number of firings that have not paid. The first of these sums is hL, so the greatest
// of them is never less than hL.
#pragma once

#include "heuristic/heuristic.hpp"
#include "task/task.hpp"

namespace crowfly {

class LandmarkCuts {
public:
    explicit LandmarkCuts(const Goal& goal);

    // `farthest` if the goal is never reached, but a run-time error may be. `removed`: edges that do not fire.
    Estimate estimate(std::span<const std::int32_t> state, const RemovedEdges* removed = nullptr);

    // Without the task.
    void parts(auto& each) {
        each.derived(unpaid_, group_starts_, groups_, pays_, costs_, buckets_);
        each.derived(in_zone_, before_zone_, behind_zone_, enters_zone_, searched_, zone_);
        each.derived(queue_, entering_, cut_, freed_, freed_by_);
    }
    std::uint64_t steps() const { return steps_; }

private:
    using Cost = std::uint32_t;
    using Stamp = std::uint32_t;
    static constexpr Cost unreached = std::numeric_limits<Cost>::max();

    // What an operator costs with the state and the cuts so far.
    struct Pay {
        Fact supporter = 0;
        Cost supporter_cost = 0;
        std::uint16_t missing = 0;  // preconditions that are not reached
        std::uint8_t own = 0;       // 0: it is free
    };

    // The operator by which those outside its factor became free last.
    struct Freed {
        Stamp cut = 0;
        std::uint32_t grounded = 0;
        std::uint32_t factor = 0;
    };

    void prepare();
    void clear_stamps();
    Fact always() const { return task_->facts(); }  // the supporter of operators without preconditions
    std::span<const OperatorIndex> requiring(Fact fact) const {
        return fact == always() ? task_->without_preconditions() : task_->requiring(fact);
    }

    bool start(std::span<const std::int32_t> state);
    void push(Fact fact, Cost cost);
    void push_effects(OperatorIndex op);
    template <class Visit>
    void drain(const Cost& bound, Visit visit);
    void reach(Fact fact, Cost cost);
    void lower(Fact fact, Cost cost);

    void find_goal_zone();
    void find_cut();
    bool is_before_zone(Fact fact);
    void free_cut();
    void free_others(OperatorIndex of_cut);

    Goal goal_;
    std::shared_ptr<const Task> task_;
    std::vector<Pay> unpaid_;                  // per operator: before anything is reached
    std::vector<std::uint32_t> group_starts_;  // per transition: into …
    std::vector<OperatorIndex> groups_;        // … its operators
    const RemovedEdges* removed_ = nullptr;

    std::vector<Pay> pays_;                   // per operator
    std::vector<Cost> costs_;                 // per fact: hmax
    std::vector<std::vector<Fact>> buckets_;  // facts whose cost has dropped, by cost

    Stamp stamp_ = 0;                 // of the current cut
    std::vector<Stamp> in_zone_;      // per fact: in the goal zone of which cut
    std::vector<Stamp> before_zone_;  // per fact: known to be reached without the zone of which cut
    std::vector<Stamp> behind_zone_;  // per fact: known not to be
    std::vector<Stamp> enters_zone_;  // per operator: into the zone of which cut
    Stamp search_ = 0;                // of is_before_zone()
    std::vector<Stamp> searched_;     // per fact: by which search
    std::vector<Fact> zone_;
    std::vector<std::pair<Fact, std::size_t>> queue_;  // facts, with the place of the one that they support
    std::vector<OperatorIndex> entering_;              // operators that cost something and enter the goal zone …
    std::vector<OperatorIndex> cut_;                   // … and those of them that are a cut
    std::vector<OperatorIndex> freed_;
    std::vector<Freed> freed_by_;  // per transition
    std::uint64_t steps_ = 0;      // see Heuristic::steps()
};

}  // namespace crowfly
