// The network and a goal as a planning task: facts, and operators with preconditions and effects.
//
// Each grounded transition becomes one operator for the locations and the factors with a single case, and one operator
// for each case of every other factor that writes something. Conditions with several cases are *derived facts*,
// achieved by *axioms*: operators that cost nothing. The goal is a derived fact, too, and so is the possibility of a
// run-time error. Operators have no delete effects: whoever needs them reads the factored form of a transition
// (grounding.hpp), in which the effects on all variables stand together.
//
// A task does not change once it is built, so that all who reason about a query share one (task_cache.hpp). Indices
// lead from a fact to the operators that require it and to those that achieve it.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "task/clock_facts.hpp"
#include "task/grounding.hpp"

namespace crowfly {

using OperatorIndex = std::uint32_t;

struct Operator {
    static constexpr std::uint32_t no_transition = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t no_factor = no_transition;

    std::uint32_t transition = no_transition;  // into Network::transitions
    std::uint32_t grounded = 0;                // into Grounding::transitions, unless it is an axiom
    Run preconditions;                         // into a list of facts of the task, ascending …
    Run effects;                               // … none of which is a precondition
    std::uint32_t factor = no_factor;          // into Grounding::factors; whose case it is: a firing has one of each

    bool is_axiom() const { return transition == no_transition; }
};

// Operators by one of their facts.
class OperatorsByFact {
public:
    OperatorsByFact() = default;
    // `part`: their preconditions or their effects, runs of `lists`.
    OperatorsByFact(Fact facts, const std::vector<Operator>& operators, Run Operator::*part,
                    const std::vector<Fact>& lists);

    std::span<const OperatorIndex> operator[](Fact fact) const {
        return {operators_.data() + starts_[fact], operators_.data() + starts_[fact + 1]};
    }
    void parts(auto& each) { each.derived(starts_, operators_); }

private:
    std::vector<std::uint32_t> starts_;  // per fact
    std::vector<OperatorIndex> operators_;
};

class Task {
public:
    // `clocks`: upper bounds on clocks are facts. `effort`: is told of what building it takes.
    Task(const Network& network, Target target, std::shared_ptr<const Grounding> grounding, bool clocks,
         const Effort& effort = {});

    const Target& target() const { return target_; }
    const Grounding& grounding() const { return *grounding_; }
    const std::optional<ClockFacts>& clocks() const { return clocks_; }

    // Those of slots come first (Grounding::facts), then those of clocks, then derived ones.
    Fact facts() const { return facts_; }
    Fact goal() const { return goal_; }    // holds where the target is met
    Fact fault() const { return fault_; }  // holds where a run-time error may occur

    const std::vector<Operator>& operators() const { return operators_; }
    std::span<const Fact> preconditions(const Operator& of) const { return of.preconditions.of(lists_); }
    std::span<const Fact> effects(const Operator& of) const { return of.effects.of(lists_); }
    std::span<const OperatorIndex> requiring(Fact fact) const { return requiring_[fact]; }
    std::span<const OperatorIndex> achieving(Fact fact) const { return achieving_[fact]; }
    std::span<const OperatorIndex> without_preconditions() const { return without_preconditions_; }

    // Without the grounding.
    void parts(auto& each) {
        each.derived(operators_, lists_, factor_facts_, requiring_, achieving_, without_preconditions_);
    }

private:
    Fact new_fact() { return facts_++; }
    void add_operator(std::uint32_t transition, Facts preconditions, Facts effects, std::uint32_t grounded = 0,
                      std::uint32_t factor = Operator::no_factor);
    void add_axiom(Facts preconditions, Fact derived);
    void add_transition(std::uint32_t grounded);
    void add_faults(std::span<const Fact> preconditions, std::uint32_t factor);
    Fact fact_for(std::uint32_t factor);
    bool add_goal(const Target& target, Facts& preconditions);
    bool add_leaf(const Target& target, Facts& preconditions);
    Fact elsewhere(const Formula& location);

    const Network& network_;
    const Effort* effort_;  // while it is built
    Target target_;
    std::shared_ptr<const Grounding> grounding_;
    std::optional<ClockFacts> clocks_;
    Fact facts_ = 0;
    Fact goal_ = 0;
    Fact fault_ = 0;
    std::vector<Operator> operators_;
    std::vector<Fact> lists_;         // preconditions and effects
    std::vector<Fact> factor_facts_;  // while it is built, per factor: that one of its cases applies
    OperatorsByFact requiring_, achieving_;
    std::vector<OperatorIndex> without_preconditions_;
};

}  // namespace crowfly
