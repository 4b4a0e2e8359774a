// The network relaxed: variables and processes keep every value they ever had, so a fact that has come true stays true
// (monotonicity abstraction; Wehrle: Transition-based directed model checking, 2011, Sect. 2.3). From a state all
// transitions that can fire do so at once, round after round, until the goal is among the facts, or nothing new comes.
//
// A transition is made of operators: the facts it needs, the facts it adds. Each operator counts the facts it still
// misses, so a fact that comes true is looked at once per operator that needs it, and operators that miss something are
// never looked at. Conditions with several ways to meet them are facts of their own, added within the round by
// operators that cost nothing; so is the goal.
#pragma once

#include "heuristic/ground/clock_facts.hpp"

namespace crowfly {

class Relaxation {
public:
    explicit Relaxation(const Goal& goal, bool reads_clocks = false);
    Relaxation(const Relaxation&) = delete;  // the grounding points into the target
    Relaxation& operator=(const Relaxation&) = delete;

    // The number of rounds until the goal is there; `farthest` if it is not, but a run-time error may be ahead. `floor`
    // counts if clocks are read. `removed`: edges that are not there.
    Estimate rounds(std::span<const std::int32_t> state, ClockFloor floor = {}, const RemovedEdges* removed = nullptr);

    // The transitions that made the goal come true in the last rounds() that found it, each in its round: a plan for
    // the relaxed network.
    struct Firing {
        std::uint32_t round = 0;  // counted from 1
        std::uint32_t transition = 0;
        friend auto operator<=>(const Firing&, const Firing&) = default;
    };
    // Ascending.
    const std::vector<Firing>& plan();
    void add_edges_of_plan(std::vector<EdgeIndex>& edges) const;  // of the last plan(); some more than once

    std::size_t bytes() const;

private:
    using OperatorIndex = std::uint32_t;
    static constexpr OperatorIndex nobody = std::numeric_limits<OperatorIndex>::max();
    static constexpr std::uint32_t free_of_charge = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

    struct Operator {
        std::uint32_t transition = 0;  // or free_of_charge
        std::uint32_t ground = 0;      // into Ground::transitions, if it is of one
        Run needs;
        Run adds;
    };

    void build();
    Fact new_fact() { return facts_++; }
    void add_operator(std::uint32_t transition, Facts needs, Facts adds, std::uint32_t ground = 0);
    void add_transition(std::uint32_t ground);
    bool is_removed(const Operator& op) const;
    Fact fact_for(std::uint32_t aspect);
    void add_faults(const Facts& needs, const GroundAspect& aspect);
    bool add_goal(const Target& target, Facts& needs);
    bool add_leaf(const Target& target, Facts& needs);
    void index_needs();

    bool start(std::span<const std::int32_t> state, ClockFloor floor);
    void settle();
    void meet(OperatorIndex op);
    void come_true(Fact fact, OperatorIndex by);
    void demand(Fact fact);

    const Network& network_;
    Target target_;
    Ground ground_;
    Effort effort_;  // for states with values nobody knew of
    bool reads_clocks_;
    std::optional<ClockFacts> clocks_;  // if they are read
    Fact facts_ = 0;
    Fact goal_ = 0;
    Fact fault_ = 0;  // the model may come to a run-time error
    std::vector<Operator> operators_;
    std::vector<Fact> lists_;  // what operators need and add
    std::vector<Fact> aspect_facts_;
    std::vector<std::uint32_t> user_starts_;  // per fact, into users_
    std::vector<OperatorIndex> users_;        // operators that need a fact
    std::vector<OperatorIndex> needing_nothing_;
    std::vector<std::uint16_t> missing_at_first_;

    std::vector<std::uint16_t> missing_;     // per operator
    std::vector<std::uint32_t> rounds_;      // per fact: when it came true
    std::vector<OperatorIndex> supporters_;  // per fact: what made it
    std::vector<Fact> fresh_;                // facts of this round …
    std::size_t looked_at_ = 0;              // … of which so many have been told to their operators
    std::vector<OperatorIndex> ready_;
    std::uint32_t round_ = 0;
    const RemovedEdges* removed_ = nullptr;

    std::vector<bool> demanded_;  // per fact
    std::vector<Fact> demands_;
    std::vector<Firing> plan_;
};

}  // namespace crowfly
