#include "abstraction/cost_partitioning/label_graph.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <utility>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"

namespace crowfly {
namespace {

using LabelSet = std::vector<LabelIndex>;

// Sets of labels by number.
class LabelSets {
public:
    // Spans of an abstraction stay where they are, so the same place is the same set.
    std::uint32_t number_of(std::span<const LabelIndex> labels) {
        const auto [place, fresh] = places_.try_emplace({labels.data(), labels.size()}, 0);
        if (fresh) place->second = number_of(LabelSet(labels.begin(), labels.end()));
        return place->second;
    }
    std::uint32_t both(std::uint32_t a, std::uint32_t b) {
        if (a == b) return a;
        const auto [known, fresh] = unions_.try_emplace({a, b}, 0);
        if (!fresh) return known->second;
        LabelSet labels = sets_[a];
        labels.insert(labels.end(), sets_[b].begin(), sets_[b].end());
        return known->second = number_of(std::move(labels));
    }
    std::vector<LabelSet> take() { return std::move(sets_); }

private:
    std::uint32_t number_of(LabelSet labels) {
        sort_out(labels);
        const auto [known, fresh] = numbers_.try_emplace(std::move(labels), static_cast<std::uint32_t>(sets_.size()));
        if (fresh) sets_.push_back(known->first);
        return known->second;
    }

    std::map<std::pair<const LabelIndex*, std::size_t>, std::uint32_t> places_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> unions_;
    std::map<LabelSet, std::uint32_t> numbers_;
    std::vector<LabelSet> sets_;
};

struct UsefulTransition {
    AbstractState target = 0;
    AbstractState source = 0;
    std::uint32_t labels = 0;
    friend auto operator<=>(const UsefulTransition&, const UsefulTransition&) = default;
};

// Without those that change nothing, and without dead ends.
std::optional<std::vector<UsefulTransition>> useful_transitions(const StateAbstraction& abstraction, LabelSets& sets,
                                                                std::size_t most_transitions) {
    std::vector<UsefulTransition> all;
    const bool known = abstraction.each_transition([&](const AbstractTransition& t) {
        if (t.source == t.target || all.size() > most_transitions) return;
        if (abstraction.distance(t.source) == dead_end || abstraction.distance(t.target) == dead_end) return;
        all.push_back({t.target, t.source, sets.number_of(t.labels)});
    });
    if (!known || all.size() > most_transitions) return std::nullopt;
    poll();
    std::ranges::sort(all);
    return all;
}

}  // namespace

std::optional<LabelGraph> LabelGraph::of(const StateAbstraction& abstraction, std::size_t most_transitions) {
    LabelSets sets;
    const auto transitions = useful_transitions(abstraction, sets, most_transitions);
    if (!transitions) return std::nullopt;
    LabelGraph graph;
    for (std::size_t i = 0; i < transitions->size();) {
        auto [target, source, labels] = (*transitions)[i];
        for (++i; i < transitions->size(); ++i) {
            const UsefulTransition& next = (*transitions)[i];
            if (next.source != source || next.target != target) break;
            labels = sets.both(labels, next.labels);
        }
        while (graph.starts_.size() <= target) graph.starts_.push_back(static_cast<std::uint32_t>(graph.steps_.size()));
        graph.steps_.push_back({source, labels});
    }
    graph.starts_.resize(abstraction.states() + 1, static_cast<std::uint32_t>(graph.steps_.size()));
    graph.label_sets_ = sets.take();
    for (AbstractState s = 0; s < abstraction.states(); ++s) {
        if (abstraction.distance(s) == 0) graph.goals_.push_back(s);
    }
    return graph;
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
