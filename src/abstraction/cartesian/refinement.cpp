#include "abstraction/cartesian/refinement.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "abstraction/cartesian/cartesian_system.hpp"
#include "abstraction/cartesian/shortest_paths.hpp"
#include "abstraction/sample_states.hpp"
#include "base/alarm.hpp"
#include "base/files/parts.hpp"

namespace crowfly::cartesian {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t most_splits_of_sample = 20;
constexpr std::uint32_t enough_samples = 100;  // in a row without a flaw

struct SplitLookup {
    static constexpr std::string_view kind = "Cartesian";

    std::size_t states() const { return distances.size(); }
    AbstractState state_of(std::span<const Value> values) const { return hierarchy.state_of(values); }
    Estimate distance(AbstractState state) const { return distances[state]; }
    std::vector<VariableIndex> variables() const { return hierarchy.variables(); }
    void parts(auto& each) { each(distances, hierarchy); }
    void fit(ValueCounts values) const { hierarchy.fit(values, distances.size()); }

    Hierarchy hierarchy = {};
    std::vector<Estimate> distances = {};
};

const Registered<AbstractionReader> cartesian_reader(abstraction_readers(),
                                                     {std::string(SplitLookup::kind), read_lookup<SplitLookup>});

class CartesianAbstraction final : public LookupAbstraction<CartesianAbstraction, SplitLookup> {
public:
    CartesianAbstraction(const CartesianSystem& system, std::vector<Estimate> distances)
        : LookupAbstraction({system.hierarchy(), std::move(distances)}) {
        for (ClassIndex c = 0; c < system.labels().size(); ++c) labels_.push_back(system.labels().labels(c));
        for (const CartesianSystem::Transition& t : system.transitions())
            transitions_.push_back({t.source, t.target, t.label});
    }

    void parts(auto& each) { each.derived(lookup_, transitions_, labels_); }

    bool each_transition(const TakeTransition& take) const override {
        for (const Kept& t : transitions_) take({t.source, labels_[t.label], t.target});
        return true;
    }

private:
    struct Kept {
        AbstractState source = 0;
        AbstractState target = 0;
        ClassIndex label = 0;  // the class of its labels
    };

    std::vector<Kept> transitions_;
    std::vector<std::vector<LabelIndex>> labels_;  // per class
};

// Where a state is to be split: the values that are wanted of a variable are separated from the others.
struct Split {
    AbstractState state = 0;
    VariableIndex variable = 0;
};

std::vector<std::uint32_t> costs_of(const LabelClasses& labels) {
    std::vector<std::uint32_t> costs;
    for (ClassIndex c = 0; c < labels.size(); ++c) costs.push_back(labels.cost(c));
    return costs;
}

template <class Holds>
std::vector<Word> set_of(const ValueSets& layout, const Holds& holds) {
    std::vector<Word> set(layout.words());
    for (VariableIndex v = 0; v < layout.variables(); ++v) {
        for (Value value = 0; value < layout.values(v); ++value) {
            if (holds(v, value)) layout.insert(set, v, value);
        }
    }
    return set;
}

class Refinement {
public:
    Refinement(const LabelClasses& labels, const Subtask& subtask, const Limits& limits, const Effort& effort)
        : limits_(limits), effort_(effort), system_(labels), layout_(system_.layout()),
          goal_(set_of(layout_, [&](VariableIndex v,
                                    Value value) { return subtask.sets[v].empty() || subtask.sets[v][value]; })),
          goal_is_outside_(subtask.is_outside),
          initial_(set_of(layout_,
                          [&](VariableIndex v, Value value) {
                              const auto& all = labels.system().variables[v].initial;
                              return std::ranges::find(all, value) != all.end();
                          })),
          paths_(system_, costs_of(labels), is_goal(system_.set(0))), wanted_(layout_.words()),
          samples_(labels.system(), limits.sample_tries), name_(subtask.name) {}

    std::unique_ptr<StateAbstraction> run() {
        bool is_solved = false;
        while (!is_at_limit() && nearest_initial_state() && !(is_solved && samples_without_flaw_ >= enough_samples)) {
            is_solved = is_solved || !refine_initial();
            if (!is_at_limit() && nearest_initial_state()) refine_sample();
        }
        std::vector<Estimate> distances;
        for (AbstractState s = 0; s < system_.states(); ++s) distances.push_back(paths_.distance(s));
        auto abstraction = std::make_unique<CartesianAbstraction>(system_, std::move(distances));
        abstraction->sizes = {{name_, system_.states()}};
        return abstraction;
    }

private:
    // False: there is nothing to refine.
    bool refine_initial() {
        const AbstractState start = *nearest_initial_state();
        const std::optional<Split> split = find_flaw(start, initial_);
        if (split) apply(*split);
        return split.has_value();
    }

    // The search visits other states as well, in timed systems many of them. So every second split is for a state that
    // a random walk reaches. The turns do not depend on limits: what has more states is finer.
    void refine_sample() {
        if (splits_of_sample_ == 0 && !choose_sample()) {
            samples_without_flaw_ = enough_samples;
            return;
        }
        const AbstractState start = system_.hierarchy().state_of(sample_);
        const std::optional<Split> split = paths_.is_dead_end(start) ? std::nullopt : find_flaw(start, sample_set_);
        if (!split) {
            if (splits_of_sample_ == most_splits_of_sample) ++samples_without_flaw_;
            splits_of_sample_ = 0;
            return;
        }
        apply(*split);
        samples_without_flaw_ = 0;
        --splits_of_sample_;
    }

    bool choose_sample() {
        const Estimate distance = paths_.distance(*nearest_initial_state());
        const std::optional<std::vector<Value>> chosen = samples_.next(std::size_t{2} * distance + 1);
        if (!chosen) return false;
        sample_ = *chosen;
        sample_set_ = set_of(layout_, [&](VariableIndex v, Value value) { return sample_[v] == value; });
        splits_of_sample_ = most_splits_of_sample;
        return true;
    }

    bool is_at_limit() const {
        poll();
        const std::size_t bytes = bytes_of(system_) + bytes_of(paths_);
        if (system_.states() % 64 == 0) {
            effort_.grow(system_.states());
            effort_.tell(bytes_of(system_.labels().system()) + bytes);
        }
        return system_.states() >= limits_.states || system_.transitions().size() >= limits_.transitions ||
               std::chrono::duration<double>(Clock::now() - begin_).count() >= limits_.seconds ||
               effort_.is_used_up(bytes);
    }

    bool is_goal(Set set) const {
        for (VariableIndex v = 0; v < layout_.variables(); ++v) {
            if (goal_is_outside_ && !layout_.is_subset(set, goal_, v)) return true;
            if (!goal_is_outside_ && !layout_.intersect(set, goal_, v)) return false;
        }
        return !goal_is_outside_;
    }

    bool is_initial(AbstractState state) const {
        for (VariableIndex v = 0; v < layout_.variables(); ++v) {
            if (!layout_.intersect(system_.set(state), initial_, v)) return false;
        }
        return true;
    }

    std::optional<AbstractState> nearest_initial_state() const {
        std::optional<AbstractState> nearest;
        for (const AbstractState state : initial_states_) {
            if (!paths_.is_dead_end(state) && (!nearest || paths_.is_nearer(state, *nearest))) nearest = state;
        }
        return nearest;
    }

    // ---- Flaws ------------------------------------------------------------------------------------------------------

    // Follows the shortest path from states of a set. Nothing: it can be followed to the goal.
    std::optional<Split> find_flaw(AbstractState state, Set from) {
        reached_.assign(from.begin(), from.end());
        for (std::size_t w = 0; w < reached_.size(); ++w) reached_[w] &= system_.set(state)[w];
        while (paths_.next(state) != no_transition) {
            const CartesianSystem::Transition& step = system_.transition(paths_.next(state));
            if (const auto split = follow(step)) return split;
            state = step.target;
        }
        return flaw_of_goal(state);
    }

    // Goes on from `reached_` by a transition, or finds a variable by which that is not possible.
    std::optional<Split> follow(const CartesianSystem::Transition& step) {
        const Set source = system_.set(step.source);
        const Set target = system_.set(step.target);
        next_ = reached_;
        for (std::size_t w = 0; w < next_.size(); ++w) next_[w] &= target[w];
        for (const VariableMove& move : system_.labels().moves(step.label))
            layout_.progress(reached_, move.variable, system_.labels().rules(move), target, next_);
        std::optional<Split> best;
        for (VariableIndex v = 0; v < layout_.variables(); ++v) {
            if (layout_.is_empty(next_, v)) prefer(best, {step.source, v});
        }
        if (best)
            layout_.regress(source, best->variable, system_.labels().rules(step.label, best->variable), target,
                            wanted_);
        else
            std::swap(reached_, next_);
        return best;
    }

    std::optional<Split> flaw_of_goal(AbstractState state) {
        std::optional<Split> best;
        for (VariableIndex v = 0; v < layout_.variables(); ++v) {
            const bool is_inside = layout_.is_subset(reached_, goal_, v);
            if (goal_is_outside_ && !is_inside) return std::nullopt;
            const bool differs = goal_is_outside_ ? !layout_.is_subset(system_.set(state), goal_, v)
                                                  : !layout_.intersect(reached_, goal_, v);
            if (differs) prefer(best, {state, v});
        }
        if (!best) return best;
        const Set all = system_.set(state);
        if (goal_is_outside_) {
            layout_.clear(wanted_, best->variable);
            layout_.insert(wanted_, best->variable, all);
            layout_.remove(wanted_, best->variable, goal_);
        } else {
            layout_.intersection(all, goal_, best->variable, wanted_);
        }
        return best;
    }

    // The variable that has been refined the most: the one with the fewest values left. On the instances of the thesis
    // that gave greater estimates than the least share of values left, which the paper takes.
    void prefer(std::optional<Split>& best, const Split& other) const {
        const auto left = [&](const Split& split) { return layout_.count(system_.set(split.state), split.variable); };
        if (!best || left(other) < left(*best)) best = other;
    }

    void apply(const Split& split) {
        const AbstractState fresh = system_.split(split.state, split.variable, wanted_);
        paths_.update(split.state, fresh, is_goal(system_.set(split.state)), is_goal(system_.set(fresh)));
        const auto known = std::ranges::find(initial_states_, split.state);
        if (known == initial_states_.end()) return;
        if (!is_initial(split.state)) initial_states_.erase(known);
        if (is_initial(fresh)) initial_states_.push_back(fresh);
    }

    const Limits& limits_;
    const Effort& effort_;
    CartesianSystem system_;
    const ValueSets& layout_;
    std::vector<Word> goal_;
    bool goal_is_outside_;
    std::vector<Word> initial_;
    ShortestPaths paths_;
    std::vector<Word> reached_, next_;  // states that follow a path, at a step and at the next one
    std::vector<Word> wanted_;          // the values that a split moves
    std::vector<AbstractState> initial_states_{0};

    SampleStates samples_;
    std::vector<Value> sample_;
    std::vector<Word> sample_set_;
    std::uint32_t splits_of_sample_ = 0;  // that are left
    std::uint32_t samples_without_flaw_ = 0;

    std::string name_;
    Clock::time_point begin_ = Clock::now();
};

}  // namespace

std::unique_ptr<StateAbstraction> refine(const LabelClasses& labels, const Subtask& subtask, const Limits& limits,
                                         const Effort& effort) {
    return Refinement(labels, subtask, limits, effort).run();
}

}  // namespace crowfly::cartesian
