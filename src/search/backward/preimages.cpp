#include "search/backward/preimages.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly {

Preimages::Preimages(const FactoredSystem& system, ValueConstraints& constraints)
    : system_(system), constraints_(constraints), labels_(system),
      wanted_(system.variables.size(), ValueConstraints::anything), moved_(system.variables.size()),
      asked_(labels_.size()) {}

// What no label brings about was so before: its preimage is a part of the set.
void Preimages::for_each(Set set, const std::function<void(Set)>& found) {
    ++sets_;
    for (const ConstraintIndex constraint : set) wanted_[constraints_.variable(constraint)] = constraint;
    for (const ConstraintIndex constraint : set) {
        const VariableIndex variable = constraints_.variable(constraint);
        const std::vector<Value> values = constraints_.values(constraint);  // a copy: more conditions are added
        for (const Value value : values) {
            for (const std::uint32_t label : labels_.achievers(variable, value)) {
                poll();
                if (asked_[label] == sets_) continue;
                asked_[label] = sets_;
                if (regress(set, label)) found(result_);
            }
        }
    }
    for (const ConstraintIndex constraint : set)
        wanted_[constraints_.variable(constraint)] = ValueConstraints::anything;
}

// False: the label does not lead there.
bool Preimages::regress(Set set, std::uint32_t label) {
    ++round_;
    result_.clear();
    for (const std::uint32_t m : labels_.moves_of(label)) {
        const VariableIndex variable = labels_.move(m).variable;
        moved_[variable] = round_;
        const ConstraintIndex before = regress(m, wanted_[variable]);
        if (before == ValueConstraints::nothing) return false;
        if (before != ValueConstraints::anything) result_.push_back(before);
    }
    for (const ConstraintIndex constraint : set) {
        if (moved_[constraints_.variable(constraint)] != round_) result_.push_back(constraint);
    }
    std::ranges::sort(result_);
    return true;
}

ConstraintIndex Preimages::regress(std::uint32_t move, ConstraintIndex wanted) {
    const std::uint64_t key = std::uint64_t{move} << 32 | wanted;
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const ConstraintIndex result = compute(labels_.move(move), wanted);
    known_.emplace(key, result);
    return result;
}

ConstraintIndex Preimages::compute(const BackwardLabels::Move& move, ConstraintIndex wanted) {
    const Value count = system_.variables[move.variable].values;
    const auto is_wanted = [&](Value value) {
        return wanted == ValueConstraints::anything || constraints_.allows(wanted, value);
    };
    std::vector<bool> before(count);
    for (const Rule& rule : move.rules) {
        if (rule.from != Rule::any) {
            if (is_wanted(rule.result(rule.from))) before[rule.from] = true;
            continue;
        }
        for (Value value = 0; value < count; ++value) {
            if (is_wanted(rule.result(value))) before[value] = true;
        }
    }
    return constraints_.add(move.variable, before);
}

std::size_t Preimages::bytes() const {
    constexpr std::size_t bytes_of_entry = sizeof(std::pair<std::uint64_t, ConstraintIndex>) + 3 * sizeof(void*);
    return labels_.bytes() + asked_.capacity() * sizeof(std::uint32_t) + known_.size() * bytes_of_entry;
}

}  // namespace crowfly
