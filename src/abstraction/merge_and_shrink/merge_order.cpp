#include "abstraction/merge_and_shrink/merge_order.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"
#include "base/strong_components.hpp"

namespace crowfly::mas {
namespace {

// An arc leads from each variable that a label mentions to each that it changes.
std::vector<std::vector<std::uint32_t>> causal_graph(const FactoredSystem& system) {
    std::vector<std::vector<std::uint32_t>> arcs(system.variables.size());
    for (const Label& label : system.labels) {
        for (const VariableMove& to : system.moves_of(label)) {
            const auto rules = system.rules_of(to);
            if (std::ranges::all_of(rules, [](const Rule& rule) { return rule.to == Rule::same; })) continue;
            for (const VariableMove& from : system.moves_of(label)) arcs[from.variable].push_back(to.variable);
        }
    }
    for (std::vector<std::uint32_t>& targets : arcs) sort_out(targets);
    return arcs;
}

}  // namespace

MergeOrder::MergeOrder(Merge how, const FactoredSystem& system)
    : how_(how), components_(how == Merge::scc ? strong_components(causal_graph(system))
                                               : std::vector<std::uint32_t>(system.variables.size())) {}

void MergeOrder::add(std::uint32_t factor, const std::vector<VariableIndex>& variables, const TransitionSystem& system,
                     const std::vector<Estimate>& distance) {
    Known known{system.has_goal(), system.states, components_[variables.front()]};
    for (const VariableIndex variable : variables) {
        if (components_[variable] != known.component) known.component = several;
    }
    std::map<std::uint32_t, Estimate> ranks;  // with each factor that shares a label
    for (const Group& group : system.groups) {
        poll();
        Estimate rank = dead_end;
        for (const Step& step : group.steps) rank = std::min(rank, distance[step.target]);
        for (const LabelIndex label : group.labels) {
            known.ranks.emplace(label, rank);
            looks_ += 1 + sharing_[label].size();
            for (const std::uint32_t other : sharing_[label]) {
                const Estimate shared = std::max(rank, factors_.at(other).ranks.at(label));
                const auto entry = ranks.emplace(other, shared).first;
                entry->second = std::min(entry->second, shared);
            }
            sharing_[label].insert(factor);
        }
    }
    factors_[factor] = std::move(known);
    for (const auto& [other, rank] : ranks) {
        const Pair pair = std::minmax(factor, other);
        weights_.emplace(pair, weight(pair, rank));
    }
    newest_ = factor;
}

void MergeOrder::remove(std::uint32_t factor) {
    for (const auto& [label, rank] : factors_.at(factor).ranks) sharing_[label].erase(factor);
    std::erase_if(weights_,
                  [&](const auto& entry) { return entry.first.first == factor || entry.first.second == factor; });
    factors_.erase(factor);
}

MergeOrder::Weight MergeOrder::weight(const Pair& pair, Estimate rank) const {
    Weight weight{false, rank, 0};
    const Known& left = factors_.at(pair.first);
    const Known& right = factors_.at(pair.second);
    weight.crosses = left.component != right.component || left.component == several;
    if (how_ == Merge::dfp || how_ == Merge::scc) weight.product = std::uint64_t{left.states} * right.states;
    if (how_ == Merge::silent)
        weight = {false, 0, std::uint64_t{left.states} * right.states * (1 + visible_labels(pair))};
    return weight;
}

// Labels of two factors that others take part in as well.
std::uint64_t MergeOrder::visible_labels(const Pair& pair) const {
    std::uint64_t visible = 0;
    const auto count = [&](std::uint32_t factor, std::uint32_t other, bool counts_common) {
        looks_ += factors_.at(factor).ranks.size();
        for (const auto& [label, rank] : factors_.at(factor).ranks) {
            poll();
            const std::set<std::uint32_t>& with = sharing(label);
            const bool is_common = with.contains(other);
            if (with.size() > (is_common ? 2U : 1U) && (counts_common || !is_common)) ++visible;
        }
    };
    count(pair.first, pair.second, true);
    count(pair.second, pair.first, false);
    return visible;
}

std::optional<MergeOrder::Pair> MergeOrder::next_by_definition() const {
    if (factors_.size() < 2) return std::nullopt;
    // The last product goes on growing.
    const bool grows = newest_ >= components_.size() && factors_.contains(newest_);
    const std::uint32_t first = grows ? newest_ : factors_.begin()->first;
    const std::uint32_t second = grows ? factors_.begin()->first : std::next(factors_.begin())->first;
    return std::pair{first, second};
}

std::optional<MergeOrder::Pair> MergeOrder::next() const {
    if (how_ == Merge::definition) return next_by_definition();
    std::optional<Pair> best;
    Weight least;
    looks_ += weights_.size();
    for (const auto& [pair, own] : weights_) {
        const bool near_goal = factors_.at(pair.first).has_goal || factors_.at(pair.second).has_goal;
        if ((!near_goal && how_ != Merge::silent) || (best && !(own < least))) continue;
        best = pair;
        least = own;
    }
    if (best) return best;
    // Factors with goals of their own that share no label.
    std::vector<std::uint32_t> goals;
    for (const auto& [factor, known] : factors_) {
        if (known.has_goal) goals.push_back(factor);
    }
    if (goals.size() < 2) return std::nullopt;
    return std::pair{goals[0], goals[1]};
}

}  // namespace crowfly::mas
