#include "search/backward/preimages.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly {

Preimages::Preimages(const FactoredSystem& system, ValueConstraints& constraints)
    : system_(system), constraints_(constraints), wanted_(system.variables.size(), ValueConstraints::anything),
      moved_(system.variables.size()) {
    for (const Process& process : system.network->processes) {
        std::vector<Rule> uncommitted;
        for (Value l = 0; l < process.locations.count; ++l) {
            if (!system.network->locations[process.locations.first + l].committed)
                uncommitted.push_back({l, Rule::same});
        }
        staying_.emplace_back();
        if (uncommitted.size() < process.locations.count) staying_.back() = std::move(uncommitted);
    }
    for (const Label& label : system.labels) {
        poll();
        if (label.transition != Label::no_transition) add_label(label);
    }
    list_achievers();
    asked_.resize(labels_.size());
}

// Whether one of those who take part may leave a committed location.
bool Preimages::may_be_committed(const Label& label) const {
    return std::ranges::any_of(system_.moves_of(label), [&](const VariableMove& move) {
        if (move.variable >= staying_.size() || !staying_[move.variable]) return false;
        const std::vector<Rule>& allowed = *staying_[move.variable];
        return std::ranges::any_of(system_.rules_of(move), [&](const Rule& rule) {
            return std::ranges::find(allowed, rule.from, &Rule::from) == allowed.end();
        });
    });
}

void Preimages::add_label(const Label& label) {
    const auto first = static_cast<std::uint32_t>(moves_.size());
    const auto moves = system_.moves_of(label);
    for (const VariableMove& move : moves) moves_.push_back({move.variable, system_.rules_of(move)});
    if (!may_be_committed(label)) {
        for (VariableIndex process = 0; process < staying_.size(); ++process) {
            const bool takes_part = std::ranges::find(moves, process, &VariableMove::variable) != moves.end();
            if (!takes_part && staying_[process]) moves_.push_back({process, *staying_[process]});
        }
    }
    labels_.push_back({first, static_cast<std::uint32_t>(moves_.size()) - first});
}

void Preimages::list_achievers() {
    for (const Variable& variable : system_.variables) achievers_.emplace_back(variable.values);
    for (std::uint32_t l = 0; l < labels_.size(); ++l) {
        for (const Move& move : labels_[l].of(moves_)) {
            for (const Rule& rule : move.rules) {
                if (rule.to == Rule::same || rule.to == rule.from) continue;
                std::vector<std::uint32_t>& labels = achievers_[move.variable][rule.to];
                if (labels.empty() || labels.back() != l) labels.push_back(l);
            }
        }
    }
}

// What no label brings about was so before: its preimage is a part of the set.
void Preimages::for_each(Set set, const std::function<void(Set)>& found) {
    ++sets_;
    for (const ConstraintIndex constraint : set) wanted_[constraints_.variable(constraint)] = constraint;
    for (const ConstraintIndex constraint : set) {
        const VariableIndex variable = constraints_.variable(constraint);
        const std::vector<Value> values = constraints_.values(constraint);  // a copy: more conditions are added
        for (const Value value : values) {
            for (const std::uint32_t label : achievers_[variable][value]) {
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
    for (const std::uint32_t m : labels_[label]) {
        const VariableIndex variable = moves_[m].variable;
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
    const ConstraintIndex result = compute(moves_[move], wanted);
    known_.emplace(key, result);
    return result;
}

ConstraintIndex Preimages::compute(const Move& move, ConstraintIndex wanted) {
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
    return moves_.capacity() * (sizeof(Move) + sizeof(std::uint32_t)) +
           labels_.capacity() * (sizeof(Run) + sizeof(std::uint32_t)) + known_.size() * bytes_of_entry;
}

}  // namespace crowfly
