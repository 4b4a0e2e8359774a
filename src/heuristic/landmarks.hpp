// Landmarks: facts that come true on every trace to the goal (Wehrle: Transition-based directed model checking, 2011,
// Ch. 7; Hoffmann, Porteous, Sebastia: Ordered landmarks in planning, JAIR 2004). They are found on the monotonicity
// abstraction (relaxation.hpp), whose traces include those of the network: what all relaxed plans achieve, every trace
// does.
//
// The landmarks of a fact are those that come true, the fact included, wherever it does: itself, and what all operators
// that achieve it have in common, where an operator has the landmarks of all its preconditions (Zhu, Givan: Landmark
// extraction via planning graph propagation, 2003). The greatest solution of these equations has exactly the causal
// landmarks of the relaxation: the facts that every relaxed plan achieves because something in it requires them
// (Keyder, Richter, Helmert: Sound and complete landmarks for And/Or graphs, ECAI 2010). What every plan achieves by
// the way and nothing requires is not found. A causal landmark is a part of every relaxed plan without idle operators,
// so only the facts of one such plan are candidates, and sets of 64 of them fit into a word.
//
// A derived fact with several axioms is a disjunction of facts, such as `n > 3` or that a process is elsewhere. It is a
// landmark like any other, but says nothing new where landmarks fulfil one of its axioms; then it is left out.
//
// Whatever is true in the state is no landmark here. A fact that is no longer true and that has to become true again is
// one again: what is found depends on the state alone, not on the path to it.
#pragma once

#include "heuristic/relaxation.hpp"

namespace crowfly {

struct LandmarkGraph {
    // One landmark comes true before the other. Greedy-necessary: and is true in the state before the first one in
    // which the other is, or in this state if the other is a disjunction. The others are natural orderings.
    struct Ordering {
        std::uint32_t before = 0;  // into `landmarks`
        std::uint32_t after = 0;
        bool greedy_necessary = false;
        friend auto operator<=>(const Ordering&, const Ordering&) = default;
    };

    Facts landmarks;                  // in an order in which they can come true
    std::vector<Ordering> orderings;  // ascending, with those that follow from others
};

class LandmarkFinder {
public:
    explicit LandmarkFinder(const Goal& goal);

    // The rounds of the relaxation. Where it reaches the goal, landmarks() are those of the state.
    Estimate find(std::span<const std::int32_t> state, const RemovedEdges* removed = nullptr);
    const Facts& landmarks() const { return landmarks_; }  // in an order in which they can come true
    // Of the last find().
    LandmarkGraph graph();
    const Task& task() const { return relaxation_.task(); }

    // Further facts that are true at the beginning.
    void add_true(Fact fact) { also_true_.push_back(fact); }

    // Without the task.
    void parts(auto& each) {
        each.derived(relaxation_, also_true_, state_, candidates_, landmarks_);
        each.derived(bits_, sets_, missing_, progress_, queued_, queue_);
    }
    std::uint64_t steps() const { return steps_ + relaxation_.steps(); }

private:
    using Set = std::uint64_t;  // of candidates
    static constexpr std::size_t set_size = 64;

    void prepare(std::span<const std::int32_t> state, std::span<const Fact> candidates);
    void propagate(std::span<const std::int32_t> state, std::span<const Fact> candidates);
    void apply(OperatorIndex op);
    Set required(const Operator& op) const;
    void list_candidates();
    void drop_implied();
    void add_natural(std::size_t first, std::vector<LandmarkGraph::Ordering>& orderings) const;
    Facts needed_for(Fact landmark) const;
    void add_preconditions(const Operator& op, Facts& facts) const;

    Relaxation relaxation_;
    Facts also_true_;
    std::vector<std::int32_t> state_;  // of the last find()
    const RemovedEdges* removed_ = nullptr;
    Facts candidates_;
    Facts landmarks_;

    std::vector<Set> bits_;               // per fact: itself, if it is a candidate
    std::vector<Set> sets_;               // per fact: its landmarks among the candidates
    std::vector<std::uint16_t> missing_;  // per operator: preconditions that are not reached
    enum class Progress : std::uint8_t { unreached, reached, propagated };
    std::vector<Progress> progress_;  // per fact
    std::vector<bool> queued_;        // per fact
    std::vector<Fact> queue_;
    std::uint64_t steps_ = 0;  // see Heuristic::steps()
};

// Of the initial states, all together. Empty if the relaxation does not reach the goal. Facts are those of
// task_of(goal).
LandmarkGraph landmark_graph(const Goal& goal);
// Only those that say that a slot has a certain value.
std::vector<Fact> fact_landmarks(const Goal& goal);

}  // namespace crowfly
