// Labels that move all variables alike at the same cost form a class. Abstractions keep transitions by class.
#pragma once

#include <span>
#include <vector>

#include "abstraction/factored_system.hpp"

namespace crowfly::cartesian {

using ClassIndex = std::uint32_t;

class LabelClasses {
public:
    // A class that can change a variable, with its rules for it.
    struct Change {
        ClassIndex label = 0;
        std::span<const Rule> rules;
    };

    // Refers to the system.
    explicit LabelClasses(const FactoredSystem& system);

    ClassIndex size() const { return static_cast<ClassIndex>(members_.size()); }
    const std::vector<LabelIndex>& labels(ClassIndex of) const { return members_[of]; }
    std::uint32_t cost(ClassIndex of) const { return system_.labels[members_[of].front()].cost; }
    std::span<const VariableMove> moves(ClassIndex of) const {
        return system_.moves_of(system_.labels[members_[of].front()]);
    }
    std::span<const Rule> rules(const VariableMove& move) const { return system_.rules_of(move); }
    // The rules of a class for a variable; one that leaves it alone where it is not mentioned.
    std::span<const Rule> rules(ClassIndex of, VariableIndex variable) const;
    const std::vector<Change>& changing(VariableIndex variable) const { return changing_[variable]; }

    const FactoredSystem& system() const { return system_; }

private:
    const FactoredSystem& system_;
    std::vector<std::vector<LabelIndex>> members_;
    std::vector<std::vector<Change>> changing_;  // per variable
};

}  // namespace crowfly::cartesian
