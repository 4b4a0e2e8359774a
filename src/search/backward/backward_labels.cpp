#include "search/backward/backward_labels.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly {

BackwardLabels::BackwardLabels(const FactoredSystem& system) {
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
        if (label.kind == Label::Kind::transition) add_label(system, label);
    }
    list_achievers(system);
}

// Whether one of those who take part may leave a committed location.
bool BackwardLabels::may_be_committed(const FactoredSystem& system, const Label& label) const {
    return std::ranges::any_of(system.moves_of(label), [&](const VariableMove& move) {
        if (move.variable >= staying_.size() || !staying_[move.variable]) return false;
        const std::vector<Rule>& allowed = *staying_[move.variable];
        return std::ranges::any_of(system.rules_of(move), [&](const Rule& rule) {
            return std::ranges::find(allowed, rule.from, &Rule::from) == allowed.end();
        });
    });
}

void BackwardLabels::add_label(const FactoredSystem& system, const Label& label) {
    const auto first = static_cast<std::uint32_t>(moves_.size());
    const auto moves = system.moves_of(label);
    for (const VariableMove& move : moves) moves_.push_back({move.variable, system.rules_of(move)});
    if (!may_be_committed(system, label)) {
        for (VariableIndex process = 0; process < staying_.size(); ++process) {
            const bool takes_part = std::ranges::find(moves, process, &VariableMove::variable) != moves.end();
            if (!takes_part && staying_[process]) moves_.push_back({process, *staying_[process]});
        }
    }
    labels_.push_back({first, static_cast<std::uint32_t>(moves_.size()) - first});
}

void BackwardLabels::list_achievers(const FactoredSystem& system) {
    for (const Variable& variable : system.variables) achievers_.emplace_back(variable.values);
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

std::size_t BackwardLabels::bytes() const {
    return moves_.capacity() * (sizeof(Move) + sizeof(std::uint32_t)) + labels_.capacity() * sizeof(Run);
}

}  // namespace crowfly
