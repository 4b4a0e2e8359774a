// The network in terms of facts: what each transition requires and what it achieves is listed once, so that nobody who
// reasons about it runs a program again.
//
// The guards and updates of a transition are split into *factors*: statements that share variables are in the same
// factor. Of each factor all *cases* are enumerated: values of the variables it reads, as far as it reads them, under
// which its conditions hold (preconditions), with the values it then writes (effects). Factors are independent: the
// transition can fire where each of its factors has a case that applies, and its effects are those of these cases.
//
// The grounding over-approximates the network:
//   - A variable with more than `Domains::most_values` values, counted from the initial ones on, has one last fact for
//     all others. A factor that reads such a value may write anything.
//   - A factor with too many cases (cases.hpp has the numbers) may write anything at once.
//   - Clock guards, invariants of processes that do not take part, commitment, urgency and priorities are ignored.
//   - A process that may receive a broadcast or join a vector may also stay away. Where a receiver reads a variable
//   that
//     another one writes in the same transition, it may write anything.
// A run-time error ends the run of a model, so its values are no case. They are listed as *faults*, because no state
// from which an error may be reached is a dead end.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "task/facts.hpp"
#include "task/goal.hpp"
#include "task/target.hpp"

namespace crowfly {

// Runs of facts point into Grounding::lists.
struct GroundedCase {
    Run preconditions;
    Run effects;
};

struct GroundedFactor {
    Run cases;                // into Grounding::cases
    Run faults;               // into Grounding::faults
    bool exhaustive = false;  // in every state one of the cases applies
};

struct GroundedTransition {
    std::uint32_t transition = 0;        // into Network::transitions; several grounded ones may share it
    std::vector<EdgeIndex> edges;        // that fire together
    Run preconditions, effects;          // locations
    std::vector<std::uint32_t> factors;  // into Grounding::factors

    void parts(auto& each) { each.derived(edges, factors); }
};

struct Grounding {
    FactTable facts;
    std::vector<Fact> lists;
    std::vector<GroundedCase> cases;
    std::vector<Run> faults;  // facts under which a run-time error occurs
    std::vector<GroundedFactor> factors;
    std::vector<GroundedTransition> transitions;
    // Leaves of the goal about integers. The preconditions of each case are facts under which the leaf is as wanted.
    std::map<const Formula*, std::uint32_t> leaf_factors;

    std::span<const Fact> facts_of(Run run) const { return run.of(lists); }
    std::span<const GroundedCase> cases_of(std::uint32_t factor) const { return factors[factor].cases.of(cases); }
    std::span<const Run> faults_of(std::uint32_t factor) const { return factors[factor].faults.of(faults); }
    void parts(auto& each) { each.derived(facts, lists, cases, faults, factors, transitions, leaf_factors); }
};

// The facts are those of all states that can be reached from the initial ones, and from `also`; with a symmetry also
// those of permuted states.
Grounding ground(const Network& network, const Target& target, const Effort& effort, const Symmetry* symmetry = nullptr,
                 const std::vector<std::vector<std::int32_t>>& also = {});

}  // namespace crowfly
