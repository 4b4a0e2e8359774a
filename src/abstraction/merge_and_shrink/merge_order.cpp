#include "abstraction/merge_and_shrink/merge_order.hpp"

#include <algorithm>

#include "base/sort_out.hpp"

namespace crowfly::mas {
namespace {

// The strongly connected components of the causal graph: an arc leads from each variable that a label mentions to each
// that it changes (Tarjan 1972, without recursion).
class Components {
public:
    explicit Components(const FactoredSystem& system)
        : arcs_(system.variables.size()), index_(system.variables.size()), low_(system.variables.size()),
          component_(system.variables.size(), none) {
        for (const Label& label : system.labels) {
            for (const Move& to : system.moves_of(label)) {
                const auto rules = system.rules_of(to);
                if (std::ranges::all_of(rules, [](const Rule& rule) { return rule.to == Rule::same; })) continue;
                for (const Move& from : system.moves_of(label)) arcs_[from.variable].push_back(to.variable);
            }
        }
        for (std::vector<VariableIndex>& targets : arcs_) sort_out(targets);
        for (VariableIndex v = 0; v < arcs_.size(); ++v) {
            if (index_[v] == 0) visit(v);
        }
    }

    std::vector<std::uint32_t> take() { return std::move(component_); }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void visit(VariableIndex root) {
        std::vector<std::pair<VariableIndex, std::size_t>> path{{root, 0}};
        enter(root);
        while (!path.empty()) {
            const VariableIndex v = path.back().first;
            if (path.back().second < arcs_[v].size()) {
                const VariableIndex target = arcs_[v][path.back().second++];
                if (index_[target] == 0) {
                    enter(target);
                    path.emplace_back(target, 0);
                } else if (component_[target] == none) {
                    low_[v] = std::min(low_[v], index_[target]);
                }
                continue;
            }
            path.pop_back();
            if (!path.empty()) low_[path.back().first] = std::min(low_[path.back().first], low_[v]);
            if (low_[v] == index_[v]) close(v);
        }
    }

    void enter(VariableIndex v) {
        index_[v] = low_[v] = ++counter_;
        stack_.push_back(v);
    }

    void close(VariableIndex root) {
        VariableIndex v = root;
        do {
            v = stack_.back();
            stack_.pop_back();
            component_[v] = components_;
        } while (v != root);
        ++components_;
    }

    std::vector<std::vector<VariableIndex>> arcs_;
    std::vector<std::uint32_t> index_, low_, component_;
    std::vector<VariableIndex> stack_;
    std::uint32_t counter_ = 0;
    std::uint32_t components_ = 0;
};

}  // namespace

MergeOrder::MergeOrder(Merge how, const FactoredSystem& system)
    : how_(how),
      components_(how == Merge::scc ? Components(system).take() : std::vector<std::uint32_t>(system.variables.size())) {
}

void MergeOrder::add(std::uint32_t factor, const std::vector<VariableIndex>& variables, const TransitionSystem& system,
                     const std::vector<Estimate>& distance) {
    Known known{system.has_goal(), system.states, components_[variables.front()]};
    for (const VariableIndex variable : variables) {
        if (components_[variable] != known.component) known.component = several;
    }
    for (const Group& group : system.groups) {
        Estimate rank = dead_end;
        for (const Step& step : group.steps) rank = std::min(rank, distance[step.target]);
        for (const LabelIndex label : group.labels) {
            known.ranks.emplace(label, rank);
            for (const std::uint32_t other : sharing_[label]) {
                const Estimate shared = std::max(rank, factors_.at(other).ranks.at(label));
                const auto pair = std::minmax(factor, other);
                const auto entry = ranks_.emplace(pair, shared).first;
                entry->second = std::min(entry->second, shared);
            }
            sharing_[label].insert(factor);
        }
    }
    factors_[factor] = std::move(known);
    newest_ = factor;
}

void MergeOrder::remove(std::uint32_t factor) {
    for (const auto& [label, rank] : factors_.at(factor).ranks) sharing_[label].erase(factor);
    std::erase_if(ranks_,
                  [&](const auto& entry) { return entry.first.first == factor || entry.first.second == factor; });
    factors_.erase(factor);
}

MergeOrder::Weight MergeOrder::weight(std::uint32_t a, std::uint32_t b, Estimate rank) const {
    Weight weight{false, rank, 0};
    const Known& left = factors_.at(a);
    const Known& right = factors_.at(b);
    weight.crosses = left.component != right.component || left.component == several;
    if (how_ == Merge::dfp || how_ == Merge::scc) weight.product = std::uint64_t{left.states} * right.states;
    return weight;
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
    const auto compete = [&](const Pair& pair, Estimate rank) {
        if (!factors_.at(pair.first).has_goal && !factors_.at(pair.second).has_goal) return;
        const Weight own = weight(pair.first, pair.second, rank);
        if (best && !(own < least)) return;
        best = pair;
        least = own;
    };
    for (const auto& [pair, rank] : ranks_) compete(pair, rank);
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
