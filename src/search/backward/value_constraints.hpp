// Conditions on single variables of a factored system, numbered: a variable has one of some values. A list of them, at
// most one per variable, is a Cartesian set of states; variables without one can have any value.
#pragma once

#include <limits>
#include <map>
#include <span>
#include <vector>

#include "abstraction/factored_system.hpp"
#include "abstraction/predicates/predicate.hpp"

namespace crowfly {

using ConstraintIndex = predicates::Literal;

class ValueConstraints {
public:
    // Instead of a condition: every value will do, and none will.
    static constexpr ConstraintIndex anything = std::numeric_limits<ConstraintIndex>::max();
    static constexpr ConstraintIndex nothing = anything - 1;

    explicit ValueConstraints(const std::vector<Variable>& variables);

    // `allowed`: per value of the variable.
    ConstraintIndex add(VariableIndex variable, const std::vector<bool>& allowed);

    std::size_t size() const { return all_.size(); }
    VariableIndex variable(ConstraintIndex constraint) const { return all_[constraint].variable; }
    bool allows(ConstraintIndex constraint, Value value) const { return all_[constraint].allowed[value]; }
    const std::vector<Value>& values(ConstraintIndex constraint) const { return all_[constraint].values; }

    // The conditions that hold in a state, and those that hold in every state of a set.
    const predicates::LiteralSet& that_hold(std::span<const Value> state);
    const predicates::LiteralSet& implied_by(std::span<const ConstraintIndex> set);

    std::size_t bytes() const { return bytes_; }  // roughly

private:
    struct Constraint {
        VariableIndex variable = 0;
        std::vector<bool> allowed;
        std::vector<Value> values;                  // those that are allowed
        std::vector<ConstraintIndex> implied = {};  // itself included
    };

    void relate(ConstraintIndex fresh);
    predicates::LiteralSet& cleared();

    std::vector<Constraint> all_;
    std::map<std::pair<VariableIndex, std::vector<bool>>, ConstraintIndex> numbers_;
    std::vector<std::vector<ConstraintIndex>> of_variable_;
    std::vector<std::vector<std::vector<ConstraintIndex>>> of_value_;  // per variable and value: those that allow it
    predicates::LiteralSet found_;
    std::size_t room_ = 0;  // conditions for which there is a bit in `found_`
    std::size_t bytes_ = 0;
};

}  // namespace crowfly
