// The labels of a factored system by the variables that they mention. It is made once and read by every projection and
// every choice of a pattern.
#pragma once

#include <compare>
#include <vector>

#include "abstraction/factored_system.hpp"

namespace crowfly::pdb {

using Pattern = std::vector<VariableIndex>;  // ascending

// What labels do to a variable. Moves with the same rules share one.
struct MoveKind {
    std::vector<Rule> rules;  // none leads from a value to the same value; ascending
    bool changes = false;     // one of them leads to another value

    void parts(auto& each) { each.derived(rules); }
};

class LabelTable {
public:
    explicit LabelTable(const FactoredSystem& system);

    struct Mention {
        LabelIndex label = 0;
        VariableIndex variable = 0;
        std::uint32_t kind = 0;  // into kinds()
        friend auto operator<=>(const Mention&, const Mention&) = default;
    };

    const FactoredSystem& system() const { return system_; }
    const std::vector<MoveKind>& kinds() const { return kinds_; }
    // Labels that can never be used are left out. Ascending.
    std::span<const Mention> of_variable(VariableIndex variable) const { return by_variable_[variable]; }
    std::span<const Mention> of_label(LabelIndex label) const { return labels_[label].of(by_label_); }

    // Variables that the goal restricts, ascending.
    const Pattern& goal() const { return goal_; }
    // Whether a variable has several values, and labels that change it.
    bool is_changed(VariableIndex variable) const { return changed_[variable]; }
    // Variables that labels mention that change this one, ascending, without itself.
    const Pattern& influences(VariableIndex variable) const { return influences_[variable]; }

    // Without the system.
    void parts(auto& each) {
        each.derived(kinds_, kind_of_move_, by_label_, labels_, by_variable_, changed_, influences_, goal_);
    }

private:
    void add_label(LabelIndex label);
    void add_influences();

    const FactoredSystem& system_;
    std::vector<MoveKind> kinds_;
    std::vector<std::uint32_t> kind_of_move_;
    std::vector<Mention> by_label_;
    std::vector<Run> labels_;
    std::vector<std::vector<Mention>> by_variable_;
    std::vector<bool> changed_;
    std::vector<Pattern> influences_;
    Pattern goal_;
};

// The number of abstract states of a pattern; beyond 2^62 it is that.
std::uint64_t states_of(const FactoredSystem& system, const Pattern& pattern);

// The pattern with one variable more, or less.
Pattern with(const Pattern& pattern, VariableIndex variable);
Pattern without(const Pattern& pattern, VariableIndex variable);

}  // namespace crowfly::pdb
