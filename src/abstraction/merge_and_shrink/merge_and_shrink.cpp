#include "abstraction/merge_and_shrink/merge_and_shrink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "abstraction/merge_and_shrink/effort.hpp"
#include "abstraction/merge_and_shrink/lookup.hpp"
#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "base/files/parts.hpp"
#include "base/sort_out.hpp"

namespace crowfly::mas {
namespace {

// Larger products of a process and a clock are built only after they were shrunk, without invariants.
constexpr std::uint64_t most_states_with_clocks = 50'000;

class Table final : public LookupAbstraction<Table, Lookup> {
public:
    // `combined`: per label that is left, those that it stands for.
    Table(Lookup lookup, TransitionSystem system, const std::vector<std::vector<LabelIndex>>& combined)
        : LookupAbstraction(std::move(lookup)), system_(std::move(system)) {
        for (const Group& group : system_.groups) {
            std::vector<LabelIndex>& labels = labels_.emplace_back();
            for (const LabelIndex left : group.labels)
                labels.insert(labels.end(), combined[left].begin(), combined[left].end());
        }
    }

    Estimate least_distance(std::span<const ValueRange> ranges) const override {
        return lookup_.least_distance(ranges);
    }
    void parts(auto& each) { each.derived(lookup_, system_, labels_); }

    bool each_transition(const TakeTransition& take) const override {
        for (std::size_t g = 0; g < system_.groups.size(); ++g) {
            for (const Step& step : system_.groups[g].steps) take({step.source, labels_[g], step.target});
        }
        return true;
    }

private:
    TransitionSystem system_;
    std::vector<std::vector<LabelIndex>> labels_;  // per group: all that its labels stand for
};

class Construction {
public:
    Construction(const FactoredSystem& factored, const Options& options, const Effort& effort)
        : factored_(factored), options_(options), effort_(effort), order_(options.merge, factored) {}

    AbstractionSet run() {
        start();
        add_invariants();
        while (!impossible_by_) {
            const auto pair = order_.next();
            if (!pair) break;
            tell_merge(total_states());
            is_bounded_ = is_bounded_ || is_used_up();
            if (is_used_up()) break;
            merge(pair->first, pair->second);
        }
        return finish();
    }

private:
    struct Factor {
        TransitionSystem system;
        std::vector<Estimate> distances;
        std::vector<VariableIndex> variables;
        std::uint32_t node = 0;
    };

    void start() {
        combined_.resize(factored_.labels.size());
        for (LabelIndex l = 0; l < combined_.size(); ++l) combined_[l] = {l};
        std::vector<TransitionSystem> systems = atomic_systems(factored_);
        for (VariableIndex v = 0; v < systems.size(); ++v) {
            StateMap identity(systems[v].states);
            for (AbstractState s = 0; s < identity.size(); ++s) identity[s] = s;
            nodes_.push_back({v, Node::leaf, 1, std::move(identity)});
            factors_.push_back(Factor{std::move(systems[v]), {}, {v}, v});
        }
        combine_equal_labels();
        prune_all();
        for (std::uint32_t f = 0; f < factors_.size() && !impossible_by_; ++f) announce(f);
        built_ = total_states();
        sizes_.push_back({"variables", built_});
    }

    bool is_used_up() const {
        std::size_t bytes = 0;
        for (const std::optional<Factor>& factor : factors_) bytes += factor ? bytes_of(factor->system) : 0;
        effort_.tell(bytes_of(factored_) + bytes);
        return effort_.is_used_up(bytes);
    }

    // Every merge leaves a factor less. Some are never merged, for nobody shares a label with them.
    void tell_merge(std::size_t states) const {
        effort_.reach({.doing = "merging",
                       .number = factors_.size() - factored_.variables.size() + 1,
                       .of = factored_.variables.size() - 1,
                       .states = states});
    }

    std::size_t total_states() const {
        std::size_t all = 0;
        for (const std::optional<Factor>& factor : factors_) all += factor ? factor->system.states : 0;
        return all;
    }

    // ---- Merging ----------------------------------------------------------------------------------------------------

    void merge(std::uint32_t a, std::uint32_t b, bool shrinks = true) {
        poll();
        Product joined = join(a, b, !shrinks);
        order_.remove(a);
        order_.remove(b);
        Factor merged;
        merged.system = std::move(joined.system);
        count_effort(effort::per_merge);
        tell_merge(merged.system.states);
        merged.variables = factors_[a]->variables;
        merged.variables.insert(merged.variables.end(), factors_[b]->variables.begin(), factors_[b]->variables.end());
        merged.node = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({factors_[a]->node, factors_[b]->node, factors_[b]->system.states, std::move(joined.map)});
        factors_[a].reset();
        factors_[b].reset();
        const auto number = static_cast<std::uint32_t>(factors_.size());
        factors_.push_back(std::move(merged));
        for (const Group& group : factors_[number]->system.groups) {
            if (group.steps.empty()) unusable_.insert(unusable_.end(), group.labels.begin(), group.labels.end());
        }
        if (!shrinks) restrict_delays(number);
        reduce_labels(number);
        const std::size_t before = factors_[number]->system.states;
        built_ += before;
        if (is_last(number)) {
            factors_[number]->distances = distances_to_goal(factors_[number]->system, factored_.labels);
        } else {
            prune(number);
            if (!impossible_by_ && shrinks) shrink(number, options_.most_states);
        }
        sizes_.push_back({fmt::format("{} merged, {} in the product", factors_[number]->variables.size(), before),
                          factors_[number]->system.states});
        if (!impossible_by_) announce(number);
    }

    // Whether nothing is left to merge it with.
    bool is_last(std::uint32_t number) const {
        for (const auto& [label, group] : factors_[number]->system.group_of) {
            if (!order_.sharing(label).empty()) return false;
        }
        for (std::uint32_t f = 0; f < factors_.size(); ++f) {
            if (f != number && factors_[f] && factors_[f]->system.has_goal()) return false;
        }
        return true;
    }

    // The product of two factors. For proofs, and where it has too many states, only those that can be reached are
    // built; if these are too many, the factors are shrunk before.
    Product join(std::uint32_t a, std::uint32_t b, bool whole) {
        const auto is_too_large = [&] {
            const TransitionSystem& left = factors_[a]->system;
            const TransitionSystem& right = factors_[b]->system;
            return std::uint64_t{left.states} * right.states > options_.most_states_of_product ||
                   steps_of_product(left, right) > 10 * options_.most_states_of_product;
        };
        whole = whole || options_.shrink != Shrink::weak;
        while (true) {
            if (whole && !is_too_large()) return product(factors_[a]->system, factors_[b]->system);
            std::optional<Product> reachable =
                reachable_product(factors_[a]->system, factors_[b]->system,
                                  {options_.most_states_of_product, 10 * options_.most_states_of_product});
            if (reachable) return std::move(*reachable);
            const std::uint32_t larger = factors_[a]->system.states >= factors_[b]->system.states ? a : b;
            const std::uint32_t states = factors_[larger]->system.states;
            is_bounded_ = true;
            if (states <= 2) return product(factors_[a]->system, factors_[b]->system);
            shrink(larger, states / 2);
        }
    }

    void announce(std::uint32_t factor) {
        const Factor& of = *factors_[factor];
        order_.add(factor, of.variables, of.system, of.distances);
        count_effort(effort::per_look * order_.take_looks());
    }

    // ---- Invariants -------------------------------------------------------------------------------------------------

    // First of all, processes are merged with the clocks of their invariants. They are shrunk afterwards, because a
    // state has to tell which location and clock value it stands for.
    void add_invariants() {
        std::set<std::uint32_t> merged;
        for (const DelayCondition& condition : factored_.delay_conditions) {
            if (impossible_by_ || is_used_up()) break;
            const std::uint32_t process = factor_with(condition.process);
            const std::uint32_t clock = factor_with(condition.clock);
            if (process == clock) continue;
            const TransitionSystem& left = factors_[process]->system;
            const TransitionSystem& right = factors_[clock]->system;
            if (std::uint64_t{left.states} * right.states > most_states_with_clocks ||
                steps_of_product(left, right) > 10 * options_.most_states_of_product) {
                is_bounded_ = true;
                continue;
            }
            merged.erase(process);
            merged.erase(clock);
            merge(process, clock, false);
            merged.insert(static_cast<std::uint32_t>(factors_.size() - 1));
        }
        for (const std::uint32_t factor : merged) {
            if (impossible_by_ || is_last(factor)) continue;
            order_.remove(factor);
            shrink(factor, options_.most_states);
            announce(factor);
        }
    }

    std::uint32_t factor_with(VariableIndex variable) const {
        std::uint32_t f = 0;
        while (!factors_[f] || std::ranges::find(factors_[f]->variables, variable) == factors_[f]->variables.end()) ++f;
        return f;
    }

    // Of a factor that was never shrunk: time leads to no state in which an invariant of its processes does not hold.
    // A label that stands for others as well is left alone unless time passes with all of them.
    void restrict_delays(std::uint32_t number) {
        Factor& factor = *factors_[number];
        std::vector<bool> allowed(factor.system.states, true);
        for (const DelayCondition& condition : factored_.delay_conditions) {
            if (factor_with(condition.process) != number || factor_with(condition.clock) != number) continue;
            const std::vector<Value> locations = values_of(nodes_, factor.node, condition.process);
            const std::vector<Value> clocks = values_of(nodes_, factor.node, condition.clock);
            for (AbstractState s = 0; s < allowed.size(); ++s)
                allowed[s] = allowed[s] && condition.allowed[locations[s]][clocks[s]];
        }
        const auto is_delay = [&](LabelIndex label) {
            return std::ranges::all_of(combined_[label],
                                       [&](LabelIndex l) { return factored_.labels[l].kind == Label::Kind::delay; });
        };
        for (const LabelIndex label : forbid(factor.system, allowed, is_delay)) remove_label(label);
    }

    // ---- Pruning and shrinking --------------------------------------------------------------------------------------

    // Removes states that cannot be reached and states from which the goal cannot.
    void prune(std::uint32_t number) {
        Factor& factor = *factors_[number];
        factor.distances = distances_to_goal(factor.system, factored_.labels);
        const std::vector<bool> reached = reachable_states(factor.system);
        StateMap map(factor.system.states, StateAbstraction::pruned);
        std::uint32_t states = 0;
        std::vector<Estimate> distances;
        for (AbstractState s = 0; s < map.size(); ++s) {
            if (!reached[s] || factor.distances[s] == dead_end) continue;
            map[s] = states++;
            distances.push_back(factor.distances[s]);
        }
        factor.distances = std::move(distances);
        if (states < map.size()) change(number, map, states);
        if (states == 0) impossible_by_ = number;
    }

    // Labels that cannot be used in one factor any more may make states of another one irrelevant.
    void prune_all() {
        do {
            drop_unusable_labels();
            for (std::uint32_t f = 0; f < factors_.size() && !impossible_by_; ++f) {
                if (factors_[f]) prune(f);
            }
        } while (!unusable_.empty() && !impossible_by_);
    }

    void shrink(std::uint32_t number, std::uint32_t most) {
        Factor& factor = *factors_[number];
        Shrinking shrinking{options_.shrink, most};
        for (const Group& group : factor.system.groups) {
            shrinking.silent.push_back(
                std::ranges::all_of(group.labels, [&](LabelIndex label) { return order_.sharing(label).empty(); }));
        }
        const Classes classes = find_classes(factor.system, factor.distances, shrinking);
        is_bounded_ = is_bounded_ || classes.is_bounded;
        if (classes.count == factor.system.states) return;
        std::vector<Estimate> distances(classes.count, dead_end);
        for (AbstractState s = 0; s < factor.system.states; ++s)
            distances[classes.of[s]] = std::min(distances[classes.of[s]], factor.distances[s]);
        factor.distances = std::move(distances);
        change(number, classes.of, classes.count);
        if (options_.shrink == Shrink::weak) factor.distances = distances_to_goal(factor.system, factored_.labels);
    }

    void change(std::uint32_t number, const StateMap& map, std::uint32_t states) {
        for (AbstractState& state : nodes_[factors_[number]->node].table) {
            if (state != StateAbstraction::pruned) state = map[state];
        }
        for (const LabelIndex label : apply(factors_[number]->system, map, states)) remove_label(label);
    }

    // ---- Labels -----------------------------------------------------------------------------------------------------

    // A label that can never be used in one factor cannot be used at all.
    void remove_label(LabelIndex label) { unusable_.push_back(label); }

    void drop_unusable_labels() {
        sort_out(unusable_);
        std::set<std::uint32_t> affected{static_cast<std::uint32_t>(factors_.size() - 1)};
        for (const LabelIndex label : unusable_) {
            for (const VariableMove& move : factored_.moves_of(factored_.labels[label])) affected.insert(move.variable);
            affected.insert(order_.sharing(label).begin(), order_.sharing(label).end());
        }
        for (const std::uint32_t f : affected) {
            if (!factors_[f] || unusable_.empty()) continue;
            for (Group& group : factors_[f]->system.groups) {
                std::erase_if(group.labels,
                              [&](LabelIndex label) { return std::ranges::binary_search(unusable_, label); });
            }
            regroup(factors_[f]->system);
        }
        unusable_.clear();
    }

    using Signature = std::vector<std::uint64_t>;

    // How all factors but one treat a label.
    Signature signature(LabelIndex label, std::uint32_t except) const {
        poll();
        count_effort(effort::per_label);
        Signature signature{factored_.labels[label].cost};
        for (const std::uint32_t f : order_.sharing(label)) {
            if (f == except) continue;
            const auto found = factors_[f]->system.group_of.find(label);
            if (found != factors_[f]->system.group_of.end())
                signature.push_back(std::uint64_t{f} << 32U | found->second);
        }
        return signature;
    }

    // Labels that all factors treat alike, such as those of transitions that differ in clocks alone.
    void combine_equal_labels() {
        std::map<std::vector<std::pair<VariableIndex, std::uint32_t>>, LabelIndex> known[2];
        std::vector<LabelIndex> duplicates;
        for (LabelIndex l = 0; l < factored_.labels.size(); ++l) {
            poll();
            std::vector<std::pair<VariableIndex, std::uint32_t>> moves;
            for (const VariableMove& move : factored_.moves_of(factored_.labels[l])) {
                const TransitionSystem& system = factors_[move.variable]->system;
                const auto found = system.group_of.find(l);
                if (found != system.group_of.end()) moves.emplace_back(move.variable, found->second);
            }
            count_effort(effort::per_label * (1 + moves.size()));
            const auto [entry, fresh] = known[factored_.labels[l].cost].emplace(std::move(moves), l);
            if (!fresh) combine(entry->second, l);
        }
        drop_unusable_labels();
    }

    void combine(LabelIndex into, LabelIndex label) {
        combined_[into].insert(combined_[into].end(), combined_[label].begin(), combined_[label].end());
        combined_[label].clear();
        unusable_.push_back(label);
    }

    // Labels that all factors but this one treat alike become one: in this factor it has the steps of all of them.
    void reduce_labels(std::uint32_t number) {
        drop_unusable_labels();
        TransitionSystem& system = factors_[number]->system;
        std::map<Signature, std::vector<LabelIndex>> alike;
        for (const auto& [label, group] : system.group_of) alike[signature(label, number)].push_back(label);
        std::vector<Group> groups;
        for (auto& [treated, labels] : alike) {
            std::ranges::sort(labels);
            std::vector<std::uint32_t> parts;
            for (const LabelIndex label : labels) parts.push_back(system.group_of.at(label));
            sort_out(parts);
            Group group{{labels.front()}, system.groups[parts.front()].steps};
            for (std::size_t p = 1; p < parts.size(); ++p) {
                const std::vector<Step>& more = system.groups[parts[p]].steps;
                group.steps.insert(group.steps.end(), more.begin(), more.end());
            }
            if (parts.size() > 1) sort_out(group.steps);
            groups.push_back(std::move(group));
            for (std::size_t i = 1; i < labels.size(); ++i) combine(labels.front(), labels[i]);
        }
        system.groups = std::move(groups);
        regroup(system);
        drop_unusable_labels();
    }

    // ---- The result -------------------------------------------------------------------------------------------------

    AbstractionSet finish() {
        drop_unusable_labels();
        AbstractionSet set;
        set.is_bounded = is_bounded_;
        set.built = built_;
        for (std::uint32_t f = 0; f < factors_.size(); ++f) {
            std::optional<Factor>& factor = factors_[f];
            if (!factor || (impossible_by_ && *impossible_by_ != f)) continue;
            factor->distances = distances_to_goal(factor->system, factored_.labels);
            if (!factor->system.has_goal() && factor->system.states > 0 && !is_only_part(f)) continue;
            set.parts.push_back(table_of(*factor));
        }
        return set;
    }

    // A factor whose states are all goals says nothing, unless it has lost states.
    bool is_only_part(std::uint32_t number) const {
        const Factor& factor = *factors_[number];
        return std::ranges::find(nodes_[factor.node].table, StateAbstraction::pruned) !=
               nodes_[factor.node].table.end();
    }

    std::unique_ptr<StateAbstraction> table_of(Factor& factor) {
        std::vector<std::uint32_t> below{factor.node};
        for (std::size_t i = 0; i < below.size(); ++i) {
            if (nodes_[below[i]].right == Node::leaf) continue;
            const Node node{nodes_[below[i]].left, nodes_[below[i]].right, 0, {}};
            below.push_back(node.left);
            below.push_back(node.right);
        }
        std::ranges::sort(below);
        std::map<std::uint32_t, std::uint32_t> place;
        std::vector<Node> nodes;
        for (const std::uint32_t n : below) {
            place[n] = static_cast<std::uint32_t>(nodes.size());
            nodes.push_back(std::move(nodes_[n]));
            if (nodes.back().right == Node::leaf) continue;
            nodes.back().left = place.at(nodes.back().left);
            nodes.back().right = place.at(nodes.back().right);
        }
        std::ranges::sort(factor.variables);
        Lookup lookup(std::move(nodes), std::move(factor.distances), factor.variables);
        auto table = std::make_unique<Table>(std::move(lookup), std::move(factor.system), combined_);
        table->sizes = sizes_;
        return table;
    }

    const FactoredSystem& factored_;
    Options options_;
    const Effort& effort_;
    MergeOrder order_;
    std::vector<std::optional<Factor>> factors_;
    std::vector<Node> nodes_;
    std::vector<std::vector<LabelIndex>> combined_;
    std::vector<LabelIndex> unusable_;
    std::vector<StateAbstraction::Size> sizes_;
    bool is_bounded_ = false;
    std::size_t built_ = 0;
    std::optional<std::uint32_t> impossible_by_;  // a factor without states: the goal cannot be reached
};

}  // namespace

AbstractionSet merge_and_shrink(const FactoredSystem& system, const Options& options, const Effort& effort) {
    return Construction(system, options, effort).run();
}

}  // namespace crowfly::mas
