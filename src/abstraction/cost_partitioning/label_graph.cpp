#include "abstraction/cost_partitioning/label_graph.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

// Without those that change nothing, and without dead ends.
std::optional<std::vector<AbstractTransition>> useful_transitions(const StateAbstraction& abstraction,
                                                                  std::size_t most_transitions) {
    std::vector<AbstractTransition> all;
    const bool known = abstraction.each_transition([&](const AbstractTransition& t) {
        if (t.source == t.target || all.size() > most_transitions) return;
        if (abstraction.distance(t.source) == dead_end || abstraction.distance(t.target) == dead_end) return;
        all.push_back(t);
    });
    if (!known || all.size() > most_transitions) return std::nullopt;
    poll();
    const auto key = [](const AbstractTransition& t) { return std::tie(t.target, t.source, t.label); };
    std::ranges::sort(all, {}, key);
    return all;
}

}  // namespace

std::optional<LabelGraph> LabelGraph::of(const StateAbstraction& abstraction, std::size_t most_transitions) {
    const auto transitions = useful_transitions(abstraction, most_transitions);
    if (!transitions) return std::nullopt;
    LabelGraph graph;
    std::map<std::vector<LabelIndex>, std::uint32_t> known;
    for (std::size_t i = 0; i < transitions->size();) {
        const auto [source, label, target] = (*transitions)[i];
        std::vector<LabelIndex> labels;
        for (; i < transitions->size(); ++i) {
            const AbstractTransition& next = (*transitions)[i];
            if (next.source != source || next.target != target) break;
            if (labels.empty() || labels.back() != next.label) labels.push_back(next.label);
        }
        const auto set = known.try_emplace(std::move(labels), static_cast<std::uint32_t>(known.size())).first->second;
        while (graph.starts_.size() <= target) graph.starts_.push_back(static_cast<std::uint32_t>(graph.steps_.size()));
        graph.steps_.push_back({source, set});
    }
    graph.starts_.resize(abstraction.states() + 1, static_cast<std::uint32_t>(graph.steps_.size()));
    graph.label_sets_.resize(known.size());
    for (const auto& [labels, set] : known) graph.label_sets_[set] = labels;
    for (AbstractState s = 0; s < abstraction.states(); ++s) {
        if (abstraction.distance(s) == 0) graph.goals_.push_back(s);
    }
    return graph;
}

std::size_t LabelGraph::bytes() const {
    std::size_t bytes = steps_.capacity() * sizeof(Step) + starts_.capacity() * sizeof(std::uint32_t);
    for (const std::vector<LabelIndex>& labels : label_sets_)
        bytes += sizeof(labels) + labels.capacity() * sizeof(LabelIndex);
    return bytes;
}

std::vector<Estimate> LabelGraph::distances(const LabelCosts& costs) const {
    std::vector<std::uint32_t> cost_of_set;
    for (const std::vector<LabelIndex>& labels : label_sets_) {
        std::uint32_t least = not_allowed;
        for (const LabelIndex label : labels) least = std::min(least, costs[label]);
        cost_of_set.push_back(least);
    }
    std::vector<Estimate> distances(states(), dead_end);
    std::deque<std::pair<Estimate, AbstractState>> open;
    for (const AbstractState goal : goals_) {
        distances[goal] = 0;
        open.emplace_back(0, goal);
    }
    while (!open.empty()) {
        const auto [distance, state] = open.front();
        open.pop_front();
        if (distances[state] < distance) continue;
        for (std::uint32_t i = starts_[state]; i < starts_[state + 1]; ++i) {
            const std::uint32_t cost = cost_of_set[steps_[i].labels];
            if (cost == not_allowed || distance + cost >= distances[steps_[i].source]) continue;
            distances[steps_[i].source] = distance + cost;
            if (cost == 0)
                open.emplace_front(distance, steps_[i].source);
            else
                open.emplace_back(distance + cost, steps_[i].source);
        }
    }
    return distances;
}

void LabelGraph::saturate(const std::vector<Estimate>& distances, LabelCosts& into) const {
    std::vector<std::uint32_t> cost_of_set(label_sets_.size(), 0);
    for (AbstractState target = 0; target < states(); ++target) {
        for (std::uint32_t i = starts_[target]; i < starts_[target + 1]; ++i) {
            const Estimate source = distances[steps_[i].source];
            if (source == dead_end || distances[target] == dead_end || source <= distances[target]) continue;
            std::uint32_t& cost = cost_of_set[steps_[i].labels];
            cost = std::max(cost, source - distances[target]);
        }
    }
    for (std::size_t set = 0; set < label_sets_.size(); ++set) {
        for (const LabelIndex label : label_sets_[set]) into[label] = std::max(into[label], cost_of_set[set]);
    }
}

}  // namespace crowfly
