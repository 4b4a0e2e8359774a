#include "abstraction/merge_and_shrink/transition_system.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>

#include "abstraction/merge_and_shrink/effort.hpp"
#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "base/sort_out.hpp"

namespace crowfly::mas {
namespace {

// Whether a label with these steps can always be used and changes nothing.
bool leaves_alone(const TransitionSystem& system, const std::vector<Step>& steps) {
    return steps.size() == system.states &&
           std::ranges::all_of(steps, [](const Step& step) { return step.source == step.target; });
}

void index_groups(TransitionSystem& system) {
    system.group_of.clear();
    for (std::uint32_t g = 0; g < system.groups.size(); ++g) {
        for (const LabelIndex label : system.groups[g].labels) system.group_of.emplace(label, g);
    }
}

std::vector<Step> steps_of(std::span<const Rule> rules, Value values) {
    std::vector<Step> steps;
    for (const Rule& rule : rules) {
        const Value first = rule.from == Rule::any ? 0 : rule.from;
        const Value last = rule.from == Rule::any ? values - 1 : rule.from;
        for (Value value = first; value <= last; ++value) steps.push_back({value, rule.result(value)});
    }
    sort_out(steps);
    return steps;
}

constexpr std::uint32_t no_group = std::numeric_limits<std::uint32_t>::max();

// The pairs of groups that share labels, with these; `no_group` where a label leaves that side alone.
using GroupPairs = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<LabelIndex>>;

GroupPairs pair_groups(const TransitionSystem& left, const TransitionSystem& right) {
    GroupPairs pairs;
    count_effort(effort::per_label * (left.group_of.size() + right.group_of.size()));
    const auto group_in = [](const TransitionSystem& system, LabelIndex label) {
        const auto found = system.group_of.find(label);
        return found == system.group_of.end() ? no_group : found->second;
    };
    for (std::uint32_t g = 0; g < left.groups.size(); ++g) {
        for (const LabelIndex label : left.groups[g].labels) pairs[{g, group_in(right, label)}].push_back(label);
    }
    for (std::uint32_t g = 0; g < right.groups.size(); ++g) {
        for (const LabelIndex label : right.groups[g].labels) {
            if (group_in(left, label) == no_group) pairs[{no_group, g}].push_back(label);
        }
    }
    return pairs;
}

std::vector<Step> multiply(const TransitionSystem& left, std::uint32_t a, const TransitionSystem& right,
                           std::uint32_t b) {
    std::vector<Step> steps;
    const auto add = [&](const Step& x, const Step& y) {
        steps.push_back({x.source * right.states + y.source, x.target * right.states + y.target});
    };
    if (a == no_group) {
        for (AbstractState s = 0; s < left.states; ++s) {
            for (const Step& y : right.groups[b].steps) add({s, s}, y);
        }
    } else {
        for (const Step& x : left.groups[a].steps) {
            poll();
            for (AbstractState s = 0; b == no_group && s < right.states; ++s) add(x, {s, s});
            if (b == no_group) continue;
            for (const Step& y : right.groups[b].steps) add(x, y);
        }
    }
    count_effort(effort::per_sorted_step * steps.size());
    std::ranges::sort(steps);
    return steps;
}

}  // namespace

bool TransitionSystem::has_goal() const { return std::ranges::find(goal, false) != goal.end(); }

std::size_t TransitionSystem::steps() const {
    std::size_t all = 0;
    for (const Group& group : groups) all += group.steps.size();
    return all;
}

std::vector<TransitionSystem> atomic_systems(const FactoredSystem& factored) {
    std::vector<std::map<std::vector<Rule>, std::vector<LabelIndex>>> labels(factored.variables.size());
    for (LabelIndex l = 0; l < factored.labels.size(); ++l) {
        poll();
        for (const VariableMove& move : factored.moves_of(factored.labels[l])) {
            const auto rules = factored.rules_of(move);
            count_effort(effort::per_label + effort::per_step * rules.size());
            labels[move.variable][{rules.begin(), rules.end()}].push_back(l);
        }
    }
    std::vector<TransitionSystem> all;
    for (VariableIndex v = 0; v < factored.variables.size(); ++v) {
        poll();
        const Variable& variable = factored.variables[v];
        TransitionSystem& system = all.emplace_back();
        system.states = variable.values;
        system.initial.resize(variable.values);
        for (const Value value : variable.initial) system.initial[value] = true;
        for (Value value = 0; value < variable.values; ++value) system.goal.push_back(variable.allows(value));
        for (auto& [rules, with] : labels[v])
            system.groups.push_back({std::move(with), steps_of(rules, variable.values)});
        regroup(system);
    }
    return all;
}

Product product(const TransitionSystem& left, const TransitionSystem& right) {
    Product whole;
    TransitionSystem& result = whole.system;
    result.states = left.states * right.states;
    for (AbstractState a = 0; a < left.states; ++a) {
        for (AbstractState b = 0; b < right.states; ++b) {
            result.initial.push_back(left.initial[a] && right.initial[b]);
            result.goal.push_back(left.goal[a] && right.goal[b]);
        }
    }
    for (auto& [pair, labels] : pair_groups(left, right)) {
        poll();
        std::ranges::sort(labels);
        result.groups.push_back({std::move(labels), multiply(left, pair.first, right, pair.second)});
    }
    index_groups(result);
    whole.map.resize(result.states);
    std::iota(whole.map.begin(), whole.map.end(), AbstractState{0});
    return whole;
}

namespace {

// A pair of states takes a step where both have one of the same label, or where the label leaves one of them alone.
class ReachableProduct {
public:
    ReachableProduct(const TransitionSystem& left, const TransitionSystem& right, const ProductLimits& limits)
        : left_(left), right_(right), limits_(limits), outgoing_left_(left), outgoing_right_(right),
          partners_(left.groups.size()), alone_(right.groups.size(), no_group) {
        for (auto& [pair, labels] : pair_groups(left, right)) {
            const auto group = static_cast<std::uint32_t>(result_.system.groups.size());
            if (pair.first == no_group)
                alone_[pair.second] = group;
            else
                partners_[pair.first].push_back({pair.second, group});
            std::ranges::sort(labels);
            result_.system.groups.push_back({std::move(labels), {}});
        }
        result_.map.assign(std::size_t{left.states} * right.states, StateAbstraction::pruned);
    }

    std::optional<Product> run() {
        for (AbstractState a = 0; a < left_.states; ++a) {
            for (AbstractState b = 0; left_.initial[a] && b < right_.states; ++b) {
                if (right_.initial[b]) state_of(a, b);
            }
        }
        const std::size_t starts = pairs_.size();
        for (std::size_t s = 0; s < pairs_.size(); ++s) {
            poll();
            const std::uint64_t steps_before = steps_;
            expand(static_cast<AbstractState>(s));
            count_effort(effort::per_sorted_step * (1 + steps_ - steps_before));
            if (pairs_.size() > limits_.states || steps_ > limits_.steps) return std::nullopt;
        }
        TransitionSystem& system = result_.system;
        system.states = static_cast<std::uint32_t>(pairs_.size());
        for (std::size_t s = 0; s < pairs_.size(); ++s) {
            system.initial.push_back(s < starts);
            system.goal.push_back(left_.goal[pairs_[s].first] && right_.goal[pairs_[s].second]);
        }
        for (Group& group : system.groups) sort_out(group.steps);
        index_groups(system);
        return std::move(result_);
    }

private:
    struct Partner {
        std::uint32_t group = 0;  // of the right system, or `no_group`
        std::uint32_t joint = 0;  // of the product
    };

    AbstractState state_of(AbstractState a, AbstractState b) {
        AbstractState& state = result_.map[std::size_t{a} * right_.states + b];
        if (state == StateAbstraction::pruned) {
            state = static_cast<AbstractState>(pairs_.size());
            pairs_.emplace_back(a, b);
        }
        return state;
    }

    void step(AbstractState source, std::uint32_t group, AbstractState a, AbstractState b) {
        result_.system.groups[group].steps.push_back({source, state_of(a, b)});
        ++steps_;
    }

    void expand(AbstractState source) {
        const auto [a, b] = pairs_[source];
        const auto from_right = outgoing_right_.of(b);
        for (const Outgoing::Entry& x : outgoing_left_.of(a)) {
            for (const Partner& partner : partners_[x.group]) {
                if (partner.group == no_group) step(source, partner.joint, x.target, b);
                // Those of a state are in the order of groups.
                auto y = std::ranges::lower_bound(from_right, partner.group, {}, &Outgoing::Entry::group);
                for (; y != from_right.end() && y->group == partner.group; ++y)
                    step(source, partner.joint, x.target, y->target);
            }
        }
        for (const Outgoing::Entry& y : from_right) {
            if (alone_[y.group] != no_group) step(source, alone_[y.group], a, y.target);
        }
    }

    const TransitionSystem& left_;
    const TransitionSystem& right_;
    ProductLimits limits_;
    Outgoing outgoing_left_, outgoing_right_;
    std::vector<std::vector<Partner>> partners_;  // per group of the left system
    std::vector<std::uint32_t> alone_;            // per group of the right one: where it moves alone
    Product result_;
    std::vector<std::pair<AbstractState, AbstractState>> pairs_;  // per state
    std::uint64_t steps_ = 0;
};

// The table of pairs has to fit into memory.
constexpr std::uint64_t most_pairs = 32'000'000;

}  // namespace

std::optional<Product> reachable_product(const TransitionSystem& left, const TransitionSystem& right,
                                         const ProductLimits& limits) {
    if (std::uint64_t{left.states} * right.states > most_pairs) return std::nullopt;
    return ReachableProduct(left, right, limits).run();
}

std::size_t steps_of_product(const TransitionSystem& left, const TransitionSystem& right) {
    std::size_t all = 0;
    const auto count = [](const TransitionSystem& system, std::uint32_t group) -> std::size_t {
        return group == no_group ? system.states : system.groups[group].steps.size();
    };
    for (const auto& [pair, labels] : pair_groups(left, right))
        all += count(left, pair.first) * count(right, pair.second);
    return all;
}

std::vector<LabelIndex> apply(TransitionSystem& system, const StateMap& map, std::uint32_t states) {
    std::vector<bool> initial(states), goal(states);
    for (AbstractState s = 0; s < system.states; ++s) {
        if (map[s] == StateAbstraction::pruned) continue;
        initial[map[s]] = initial[map[s]] || system.initial[s];
        goal[map[s]] = goal[map[s]] || system.goal[s];
    }
    system.states = states;
    system.initial = std::move(initial);
    system.goal = std::move(goal);
    std::vector<LabelIndex> unusable;
    for (Group& group : system.groups) {
        poll();
        count_effort(effort::per_sorted_step * group.steps.size());
        std::vector<Step> steps;
        for (const Step& step : group.steps) {
            if (map[step.source] != StateAbstraction::pruned && map[step.target] != StateAbstraction::pruned)
                steps.push_back({map[step.source], map[step.target]});
        }
        sort_out(steps);
        group.steps = std::move(steps);
        if (group.steps.empty()) unusable.insert(unusable.end(), group.labels.begin(), group.labels.end());
    }
    regroup(system);
    return unusable;
}

std::vector<LabelIndex> forbid(TransitionSystem& system, const std::vector<bool>& allowed,
                               const std::function<bool(LabelIndex)>& concerns) {
    std::vector<LabelIndex> unusable;
    const std::size_t count = system.groups.size();
    for (std::size_t g = 0; g < count; ++g) {
        poll();
        Group restricted;
        for (const LabelIndex label : system.groups[g].labels) {
            if (concerns(label)) restricted.labels.push_back(label);
        }
        if (restricted.labels.empty()) continue;
        std::erase_if(system.groups[g].labels, concerns);
        std::ranges::copy_if(system.groups[g].steps, std::back_inserter(restricted.steps),
                             [&](const Step& step) { return allowed[step.target]; });
        if (restricted.steps.empty())
            unusable.insert(unusable.end(), restricted.labels.begin(), restricted.labels.end());
        system.groups.push_back(std::move(restricted));
    }
    regroup(system);
    return unusable;
}

void regroup(TransitionSystem& system) {
    std::map<std::vector<Step>, std::vector<LabelIndex>> by_steps;
    for (Group& group : system.groups) {
        poll();
        count_effort(effort::per_label * (1 + group.labels.size()) + effort::per_step * group.steps.size());
        if (group.labels.empty() || leaves_alone(system, group.steps)) continue;
        std::vector<LabelIndex>& labels = by_steps[std::move(group.steps)];
        labels.insert(labels.end(), group.labels.begin(), group.labels.end());
    }
    system.groups.clear();
    while (!by_steps.empty()) {
        auto node = by_steps.extract(by_steps.begin());
        std::ranges::sort(node.mapped());
        system.groups.push_back({std::move(node.mapped()), std::move(node.key())});
    }
    // In the order of labels, so that nothing depends on how steps are numbered.
    std::ranges::sort(system.groups, {}, [](const Group& group) { return group.labels.front(); });
    index_groups(system);
}

Outgoing::Outgoing(const TransitionSystem& system) : starts(system.states + 1), entries(system.steps()) {
    for (const Group& group : system.groups) {
        for (const Step& step : group.steps) ++starts[step.source + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    for (std::uint32_t g = 0; g < system.groups.size(); ++g) {
        for (const Step& step : system.groups[g].steps) entries[next[step.source]++] = {g, step.target};
    }
}

std::vector<Estimate> distances_to_goal(const TransitionSystem& system, const std::vector<Label>& labels) {
    std::vector<std::uint32_t> starts(system.states + 1);
    for (const Group& group : system.groups) {
        for (const Step& step : group.steps) ++starts[step.target + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    std::vector<std::pair<AbstractState, std::uint32_t>> before(system.steps());
    for (const Group& group : system.groups) {
        std::uint32_t cost = 1;
        for (const LabelIndex label : group.labels) cost = std::min(cost, labels[label].cost);
        for (const Step& step : group.steps) before[next[step.target]++] = {step.source, cost};
    }
    count_effort(effort::per_step * (system.states + 2 * before.size()));
    std::vector<Estimate> distance(system.states, dead_end);
    std::deque<AbstractState> queue;
    for (AbstractState s = 0; s < system.states; ++s) {
        if (!system.goal[s]) continue;
        distance[s] = 0;
        queue.push_back(s);
    }
    while (!queue.empty()) {
        poll();
        const AbstractState s = queue.front();
        queue.pop_front();
        for (std::uint32_t i = starts[s]; i < starts[s + 1]; ++i) {
            const auto [source, cost] = before[i];
            if (distance[s] + cost >= distance[source]) continue;
            distance[source] = distance[s] + cost;
            if (cost == 0)
                queue.push_front(source);
            else
                queue.push_back(source);
        }
    }
    return distance;
}

std::vector<bool> reachable_states(const TransitionSystem& system) {
    const Outgoing outgoing(system);
    count_effort(effort::per_step * (system.states + outgoing.entries.size()));
    std::vector<bool> reached = system.initial;
    std::vector<AbstractState> stack;
    for (AbstractState s = 0; s < system.states; ++s) {
        if (reached[s]) stack.push_back(s);
    }
    while (!stack.empty()) {
        poll();
        const AbstractState s = stack.back();
        stack.pop_back();
        for (const Outgoing::Entry& entry : outgoing.of(s)) {
            if (reached[entry.target]) continue;
            reached[entry.target] = true;
            stack.push_back(entry.target);
        }
    }
    return reached;
}

}  // namespace crowfly::mas
