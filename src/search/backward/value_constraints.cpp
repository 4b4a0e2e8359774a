#include "search/backward/value_constraints.hpp"

#include <algorithm>

namespace crowfly {

ValueConstraints::ValueConstraints(const std::vector<Variable>& variables)
    : of_variable_(variables.size()), of_value_(variables.size()) {
    for (std::size_t v = 0; v < variables.size(); ++v) of_value_[v].resize(variables[v].values);
}

ConstraintIndex ValueConstraints::add(VariableIndex variable, const std::vector<bool>& allowed) {
    const auto count = std::ranges::count(allowed, true);
    if (count == 0) return nothing;
    if (static_cast<std::size_t>(count) == allowed.size()) return anything;
    const auto [entry, is_fresh] = numbers_.try_emplace({variable, allowed}, static_cast<ConstraintIndex>(all_.size()));
    if (!is_fresh) return entry->second;
    Constraint& added = all_.emplace_back(Constraint{variable, allowed, {}});
    for (Value value = 0; value < allowed.size(); ++value) {
        if (!allowed[value]) continue;
        added.values.push_back(value);
        of_value_[variable][value].push_back(entry->second);
    }
    relate(entry->second);
    bytes_ += sizeof(Constraint) + 4 * sizeof(void*) + allowed.size() / 4 +
              (2 * added.values.size() + 2 * added.implied.size()) * sizeof(Value);
    return entry->second;
}

void ValueConstraints::relate(ConstraintIndex fresh) {
    const std::vector<bool>& allowed = all_[fresh].allowed;
    const auto is_subset = [](const std::vector<bool>& a, const std::vector<bool>& b) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (a[i] && !b[i]) return false;
        }
        return true;
    };
    std::vector<ConstraintIndex>& others = of_variable_[all_[fresh].variable];
    for (const ConstraintIndex other : others) {
        if (is_subset(allowed, all_[other].allowed)) all_[fresh].implied.push_back(other);
        if (is_subset(all_[other].allowed, allowed)) all_[other].implied.push_back(fresh);
    }
    all_[fresh].implied.push_back(fresh);
    others.push_back(fresh);
}

predicates::LiteralSet& ValueConstraints::cleared() {
    if (room_ < all_.size()) {
        room_ = 2 * all_.size();
        found_ = predicates::LiteralSet((room_ + 1) / 2);  // which has two literals per predicate
    } else {
        found_.clear();
    }
    return found_;
}

const predicates::LiteralSet& ValueConstraints::that_hold(std::span<const Value> state) {
    predicates::LiteralSet& found = cleared();
    for (std::size_t v = 0; v < of_value_.size(); ++v) {
        for (const ConstraintIndex constraint : of_value_[v][state[v]]) found.add(constraint);
    }
    return found;
}

const predicates::LiteralSet& ValueConstraints::implied_by(std::span<const ConstraintIndex> set) {
    predicates::LiteralSet& found = cleared();
    for (const ConstraintIndex constraint : set) {
        for (const ConstraintIndex implied : all_[constraint].implied) found.add(implied);
    }
    return found;
}

}  // namespace crowfly
