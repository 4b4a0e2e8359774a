// The network and a goal as a factored transition system (Sievers, Helmert: Merge-and-shrink: a compositional theory of
// transformations of factored transition systems, 2021): variables with few values each, and labels that move them.
//
// There is one variable per slot. Its values are the facts of the slot (task/facts.hpp), by their place among them. A
// label stands for a way to fire a transition: it moves each variable by rules of its own, whatever the others do, and
// leaves alone those that it does not mention. A factor of a transition (task/grounding.hpp) that concerns one
// variable gives rules; one that concerns several gives a label for each of its cases, so that what its cases say
// about these variables together is kept. Every firing of the network is an instance of at least one label.
//
// The system over-approximates the network. What the grounding ignores is ignored here; besides
//   - a factor with too many cases is split into rules per variable,
//   - of the receivers of a broadcast, and of processes that join a vector, guards are ignored. What they may write is
//     any of the values that one of them may write, or what was there before.
// A receiver stays where it is only where it can: no edge without a guard makes it receive.
//
// The states that a search stores need not be reachable (network/analyses/normal_forms.hpp). The system has them
// nevertheless:
//   - Dead variables: labels that cost nothing set variables to their initial values wherever these are dead. A state
//     and what such a label makes of it are equally far from the goal, so distances stay what they are. And as the
//     state that a search stores is a successor of the one it generates, an estimate that is consistent in the system
//     is consistent for stored states.
//   - Representatives: the initial states are those of the network and what permutations make of them.
//
// Clocks are ignored, or are variables as well, see clock_variables.hpp. Then there are labels by which time passes. In
// urgent and committed locations it cannot. An invariant concerns a location and a clock together, which rules of each
// cannot say: it is a condition that whoever merges the two variables can impose.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "task/grounding.hpp"

namespace crowfly {

using VariableIndex = std::uint32_t;
using LabelIndex = std::uint32_t;
using Value = std::uint32_t;  // of a variable, counted from 0

struct Rule {
    static constexpr Value any = std::numeric_limits<Value>::max();
    static constexpr Value same = any - 1;

    Value from = any;  // the value it applies to, or `any`
    Value to = same;   // the new value, or `same`

    bool applies_to(Value value) const { return from == any || from == value; }
    Value result(Value value) const { return to == same ? value : to; }
    friend auto operator<=>(const Rule&, const Rule&) = default;
};

struct VariableMove {
    VariableIndex variable = 0;
    Run rules;  // into FactoredSystem::rules; one of those that apply is chosen, and none: the label cannot be used
};

// All values from one to another.
struct ValueRange {
    Value first = 0;
    Value last = 0;
};

struct Label {
    enum class Kind : std::uint8_t {
        transition,
        delay,  // time passes
        goal,   // a disjunct of the goal is met
        reset,  // dead variables get their initial values
    };
    static constexpr std::uint32_t no_transition = std::numeric_limits<std::uint32_t>::max();

    Run moves;                                 // into FactoredSystem::moves, ascending by variable
    Kind kind = Kind::transition;              // only transitions …
    std::uint32_t cost = 1;                    // … cost something
    std::uint32_t transition = no_transition;  // into Network::transitions
};

struct Variable {
    Value values = 1;
    std::vector<Value> initial = {0};
    std::vector<bool> goal = {};  // per value, whether the goal allows it; empty: it allows all

    bool allows(Value value) const { return goal.empty() || goal[value]; }
    // For files: labels are not kept, and the goal only counts with them.
    void parts(auto& each) {
        each(values, initial);
        each.derived(goal);
    }
};

// An invariant: what a location of a process and the value of a clock have to be after time has passed.
struct DelayCondition {
    VariableIndex process = 0;
    VariableIndex clock = 0;
    std::vector<std::vector<bool>> allowed = {};  // per location, per value

    void parts(auto& each) { each.derived(allowed); }
};

class ClockVariables;  // clock_variables.hpp

struct FactoredSystem {
    const Network* network = nullptr;  // for names
    std::shared_ptr<const Grounding> grounding;
    // One per slot, then those of clocks, and one more if the goal has several disjuncts: whether one of them was met.
    std::vector<Variable> variables;
    std::vector<Label> labels;
    std::vector<VariableMove> moves;
    std::vector<Rule> rules;
    std::shared_ptr<const ClockVariables> clocks = {};  // null: they are ignored
    std::vector<DelayCondition> delay_conditions = {};
    bool goal_is_possible = true;  // false: no values meet the goal
    bool may_fault = false;        // a run-time error may occur somewhere

    std::span<const VariableMove> moves_of(const Label& label) const { return label.moves.of(moves); }
    std::span<const Rule> rules_of(const VariableMove& move) const { return move.rules.of(rules); }
    bool is_slot(VariableIndex variable) const { return variable < grounding->facts.slots(); }

    // The values of a state, those of clocks at the start. False: it has one that the network cannot reach.
    bool read(std::span<const std::int32_t> slots, std::vector<Value>& values) const;
    // … and of any clock values in a zone; null: those at the start.
    bool read(std::span<const std::int32_t> slots, const ZoneView* zone, std::vector<ValueRange>& values) const;
    // Without the grounding.
    void parts(auto& each) {
        each(variables, goal_is_possible, may_fault);
        each.derived(labels, moves, rules, delay_conditions);
    }
};

// Whether a run-time error counts as if the goal were met: what then cannot be reached is not reached by any run.
enum class Faults : std::uint8_t { ignored, are_goals };

// What clocks are, see clock_variables.hpp.
enum class Clocks : std::uint8_t { ignored, digital, regions };

// The goal's effort and watch limit the work.
FactoredSystem factored_system(const Goal& goal, Faults faults = Faults::ignored, Clocks clocks = Clocks::ignored);

}  // namespace crowfly
