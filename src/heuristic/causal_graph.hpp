// Which variables have to change so that others can (Wehrle: Transition-based directed model checking, 2011, Sect. 5.1
// and 5.2). Processes and integers alike are *variables* here, each with the graph of its values: an arc per ground
// transition that may change one value into another, with the facts that this asks of other variables and brings about
// there. A variable with values that have no fact of their own is left out, and so are those of which many may change
// at once: whatever asks for one is met.
#pragma once

#include "heuristic/ground/grounding.hpp"

namespace crowfly {

// A value of another variable, both by number: `variable` is a slot, `value` the place of the fact among those of the
// slot.
struct VariableValue {
    std::uint32_t variable = 0;
    std::uint32_t value = 0;
};

struct DomainArc {
    static constexpr std::uint32_t any_value = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t from = any_value;
    std::uint32_t to = 0;
    std::vector<VariableValue> needs;
    std::vector<VariableValue> effects;
    std::vector<std::uint32_t> choices;  // aspects of the ground transition of which any way will do
    std::uint32_t transition = 0;        // into Ground::transitions
};

class CausalGraph {
public:
    explicit CausalGraph(const Ground& ground);

    bool is_variable(std::uint32_t slot) const {
        return ground_.facts.size(slot) > 1 && !ground_.facts.of(slot).others && !left_out_[slot];
    }
    std::vector<DomainArc> arcs(std::uint32_t variable) const;

    // The variables that transitions which change this one ask something of, or change as well, each with the number of
    // labels of such transitions.
    struct Cause {
        std::uint32_t variable = 0;
        std::uint64_t labels = 0;
    };
    const std::vector<Cause>& causes(std::uint32_t variable) const { return causes_[variable]; }

    // An order of all variables in which few causes come after what they cause: integers first, then processes; among
    // each, strongly connected components as the graph has them; in each component, again and again, the variable that
    // the rest of it causes by the fewest labels. Ties are broken as things were defined; `as_defined`: that alone
    // counts.
    std::vector<std::uint32_t> order(std::uint32_t processes, bool as_defined) const;

private:
    struct Roles {
        std::vector<std::uint32_t> changed;
        std::vector<std::uint32_t> restricted;
    };

    Roles roles(const GroundTransition& transition) const;
    Roles roles(const GroundAspect& aspect) const;
    std::uint64_t labels(const GroundTransition& transition) const;
    bool is_restricted(const GroundAspect& aspect, std::uint32_t slot) const;
    void append(const Facts& facts, std::uint32_t except, std::vector<VariableValue>& into) const;
    DomainArc arc(std::uint32_t transition, std::uint32_t variable, const GroundWay* way, std::size_t own_aspect) const;

    static constexpr std::size_t most_at_once = 32;

    const Ground& ground_;
    std::vector<bool> left_out_;  // per slot
    std::vector<Roles> aspect_roles_;
    std::vector<std::vector<std::uint32_t>> changing_;  // per variable: ground transitions
    std::vector<std::vector<Cause>> causes_;
};

}  // namespace crowfly
