#include "search/backward/target_layers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "task/domains.hpp"

namespace crowfly {

std::string why_not_backward(const Network& network, const Formula& formula) {
    if (network.features.clocks || mentions_clocks(formula))
        return "it computes predecessors of discrete states, and there are clocks";
    if (mentions_deadlock(formula))
        return "it searches backward from values that the query names, and `deadlock` names none";
    return "";
}

TargetLayers::TargetLayers(const Goal& goal)
    : system_(factored_system(goal)), constraints_(system_.variables), preimages_(system_, constraints_) {
    add_goal();
}

// The variable that says whether a disjunct of the goal was met is not part of states: its labels are the disjuncts.
void TargetLayers::add_goal() {
    if (!system_.goal_is_possible) return;
    const bool has_disjuncts = !system_.is_slot(static_cast<VariableIndex>(system_.variables.size() - 1));
    const auto add_set = [&] {
        std::ranges::sort(set_);
        if (std::ranges::find(set_, ValueConstraints::nothing) == set_.end()) add(set_, 0, last_);
        set_.clear();
    };
    const auto restrict_to = [&](VariableIndex variable, const std::vector<bool>& allowed) {
        const ConstraintIndex constraint = constraints_.add(variable, allowed);
        if (constraint != ValueConstraints::anything) set_.push_back(constraint);
    };
    if (!has_disjuncts) {
        for (VariableIndex v = 0; v < system_.variables.size(); ++v) {
            if (!system_.variables[v].goal.empty()) restrict_to(v, system_.variables[v].goal);
        }
        return add_set();
    }
    for (const Label& label : system_.labels) {
        if (label.kind != Label::Kind::goal) continue;
        for (const VariableMove& move : system_.moves_of(label)) {
            if (!system_.is_slot(move.variable)) continue;
            std::vector<bool> allowed(system_.variables[move.variable].values);
            for (const Rule& rule : system_.rules_of(move)) allowed[rule.from] = true;
            restrict_to(move.variable, allowed);
        }
        add_set();
    }
}

void TargetLayers::add(Preimages::Set set, std::uint32_t layer, Sets& into) {
    if (trie_.find(constraints_.implied_by(set)).distance != beyond) return;
    trie_.add(set, layer, static_cast<std::uint32_t>(sets_++));
    into.members.insert(into.members.end(), set.begin(), set.end());
    into.ends.push_back(into.members.size());
    if (set.empty()) is_vacuous_ = true;
    for (const ConstraintIndex constraint : set) {
        const VariableIndex variable = constraints_.variable(constraint);
        if (!why_not_.empty() || !system_.grounding->facts.of(variable).others) continue;
        why_not_ = fmt::format("predecessors cannot be listed: `{}` has more than {} values",
                               system_.network->slots[variable].name, Domains::most_values);
    }
}

bool TargetLayers::expand() {
    const Preimages::Set set = last_[next_++];
    preimages_.for_each(set, [&](Preimages::Set before) { add(before, depth_ + 1, following_); });
    ++expanded_;
    if (next_ < last_.size()) return false;
    last_ = std::move(following_);
    following_ = {};
    next_ = 0;
    ++depth_;
    return true;
}

std::uint32_t TargetLayers::distance(std::span<const std::int32_t> slots) {
    if (!system_.read(slots, values_)) return beyond;
    return trie_.find(constraints_.that_hold(values_)).distance;
}

}  // namespace crowfly
