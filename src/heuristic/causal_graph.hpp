// The causal graph of a task (Wehrle: Transition-based directed model checking, 2011, Sect. 5.1 and 5.2): which
// variables have to change so that others can. Processes and integers are *variables*, each with a domain transition
// graph: an arc per grounded transition that may change one value into another, with its preconditions and effects on
// other variables. Slots with values that have no fact of their own are left out, and so are those of which many may
// change at once: preconditions on them count as met.
#pragma once

#include "task/task.hpp"

namespace crowfly {

// `variable` is a slot, `value` the place of the fact among those of the slot.
struct VariableValue {
    std::uint32_t variable = 0;
    std::uint32_t value = 0;
};

struct DomainArc {
    static constexpr std::uint32_t any_value = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t from = any_value;
    std::uint32_t to = 0;
    std::vector<VariableValue> preconditions;
    std::vector<VariableValue> effects;
    std::vector<std::uint32_t> choices;  // factors of the transition with several cases, any of which may be chosen
    std::uint32_t transition = 0;        // into Grounding::transitions
};

class CausalGraph {
public:
    explicit CausalGraph(const Task& task);

    bool is_variable(std::uint32_t slot) const {
        return ground_.facts.size(slot) > 1 && !ground_.facts.of(slot).others && !left_out_[slot];
    }
    std::vector<DomainArc> arcs(std::uint32_t variable) const;

    // The variables on which transitions that change this one have preconditions or other effects, each with the number
    // of labels of such transitions.
    struct Cause {
        std::uint32_t variable = 0;
        std::uint64_t labels = 0;
    };
    const std::vector<Cause>& causes(std::uint32_t variable) const { return causes_[variable]; }

    // An order of all variables in which few causes come after what they cause: integers first, then processes; among
    // each, strongly connected components in topological order; in each component greedily the variable with the fewest
    // labels of causes among the rest. Ties are broken by the order of definition; `as_defined`: that alone counts.
    std::vector<std::uint32_t> order(std::uint32_t processes, bool as_defined) const;

private:
    struct Roles {
        std::vector<std::uint32_t> changed;
        std::vector<std::uint32_t> restricted;
    };

    Roles roles(const GroundedTransition& transition) const;
    Roles roles(std::uint32_t factor) const;
    std::uint64_t labels(const GroundedTransition& transition) const;
    bool is_restricted(std::uint32_t factor, std::uint32_t slot) const;
    std::vector<std::uint32_t> transitions_changing(std::uint32_t variable) const;
    void append(std::span<const Fact> facts, std::uint32_t except, std::vector<VariableValue>& into) const;
    DomainArc arc(std::uint32_t transition, std::uint32_t variable, const GroundedCase* own,
                  std::size_t own_factor) const;

    static constexpr std::size_t most_at_once = 32;

    const Task& task_;
    const Grounding& ground_;
    std::vector<bool> left_out_;  // per slot
    std::vector<Roles> factor_roles_;
    std::vector<std::vector<Cause>> causes_;
};

}  // namespace crowfly
