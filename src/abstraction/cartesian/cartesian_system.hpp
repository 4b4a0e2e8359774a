// An abstraction whose states are Cartesian sets, while it is refined (Seipp, Helmert: Counterexample-guided Cartesian
// abstraction refinement for classical planning, JAIR 2018). At first there is one state, the set of all. A state is
// split in two along the values of one variable. The splits form a tree, the refinement hierarchy, in which the
// abstract state of a state is looked up.
//
// As labels move each variable by rules of its own, there is a transition between two Cartesian sets if and only if
// each variable has a step. So after a split only the variable that was split has to be looked at. Transitions from a
// state to itself are not stored. They are found when they are needed: where the state is split.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "abstraction/cartesian/label_classes.hpp"
#include "abstraction/cartesian/value_sets.hpp"
#include "abstraction/loaded_abstraction.hpp"

namespace crowfly::cartesian {

using TransitionIndex = std::uint32_t;
constexpr TransitionIndex no_transition = std::numeric_limits<TransitionIndex>::max();

// Looks the abstract state of a state up. Children stand behind their parents.
class Hierarchy {
public:
    Hierarchy() : nodes_(1), leaf_of_(1) {}

    AbstractState state_of(std::span<const Value> values) const;
    // States with a value among `moved` get the new state, which is the next number.
    void split(const ValueSets& layout, AbstractState state, VariableIndex variable, Set moved);

    std::vector<VariableIndex> variables() const;  // that were split, ascending
    // A loaded one can be asked, but not split any more.
    void parts(auto& each) {
        each(nodes_, words_);
        each.derived(leaf_of_);
    }
    void fit(ValueCounts values, std::size_t states) const;  // see loaded_abstraction.hpp

private:
    struct Node {
        static constexpr std::uint32_t leaf = 0;  // the root is nobody's child

        std::uint32_t first_child = leaf;  // and the next one, for the values that are moved
        VariableIndex variable = 0;
        std::uint32_t content = 0;  // its first word in words_; of a leaf: its state

        void parts(auto& each) { each(first_child, variable, content); }
    };

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> leaf_of_;  // per abstract state
    std::vector<Word> words_;             // per split, the values that were moved
};

class CartesianSystem {
public:
    struct Transition {
        AbstractState source = 0;
        AbstractState target = 0;
        ClassIndex label = 0;
        std::uint32_t place_in_outgoing = 0;
        std::uint32_t place_in_incoming = 0;
    };

    explicit CartesianSystem(const LabelClasses& labels);

    AbstractState states() const { return static_cast<AbstractState>(outgoing_.size()); }
    Set set(AbstractState state) const {
        return {sets_.data() + std::size_t{state} * layout_.words(), layout_.words()};
    }
    const ValueSets& layout() const { return layout_; }
    const LabelClasses& labels() const { return labels_; }
    const Hierarchy& hierarchy() const { return hierarchy_; }

    const Transition& transition(TransitionIndex t) const { return transitions_[t]; }
    const std::vector<Transition>& transitions() const { return transitions_; }
    const std::vector<TransitionIndex>& outgoing(AbstractState state) const { return outgoing_[state]; }
    const std::vector<TransitionIndex>& incoming(AbstractState state) const { return incoming_[state]; }

    // Moves values of a variable, some of those of the state but not all, to a new state, which is returned.
    // Transitions of the old state keep their numbers, whichever of both states they belong to then; where they belong
    // to both, the copy for the new state has a new one.
    AbstractState split(AbstractState state, VariableIndex variable, Set moved);

    std::size_t bytes() const;

private:
    void add(AbstractState source, ClassIndex label, AbstractState target);
    void change_source(TransitionIndex t, AbstractState to);
    void change_target(TransitionIndex t, AbstractState to);
    void enter_outgoing(TransitionIndex t);
    void enter_incoming(TransitionIndex t);
    void split_incoming(AbstractState old, AbstractState fresh, VariableIndex variable);
    void split_outgoing(AbstractState old, AbstractState fresh, VariableIndex variable);
    void split_loops(AbstractState old, AbstractState fresh, VariableIndex variable);
    bool loops(AbstractState state, ClassIndex label, VariableIndex except) const;

    const LabelClasses& labels_;
    ValueSets layout_;
    Hierarchy hierarchy_;
    std::vector<Word> sets_;  // per abstract state
    std::vector<Transition> transitions_;
    std::vector<std::vector<TransitionIndex>> outgoing_, incoming_;
};

}  // namespace crowfly::cartesian
