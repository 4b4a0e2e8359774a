// A factor of merge-and-shrink: the transition system of some variables. Labels that leave it alone in every state are
// not listed. Labels with the same steps form a group, so that steps are stored and multiplied once for all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "abstraction/abstraction.hpp"

namespace crowfly::mas {

struct Step {
    AbstractState source = 0;
    AbstractState target = 0;
    friend auto operator<=>(const Step&, const Step&) = default;
};

struct Group {
    std::vector<LabelIndex> labels;  // ascending
    std::vector<Step> steps;         // ascending

    void parts(auto& each) { each.derived(labels, steps); }
};

struct TransitionSystem {
    std::uint32_t states = 0;
    std::vector<bool> initial, goal;  // per state
    std::vector<Group> groups;
    std::unordered_map<LabelIndex, std::uint32_t> group_of;  // of the labels that are listed

    bool has_goal() const;  // whether a state exists that is no goal
    std::size_t steps() const;
    void parts(auto& each) { each.derived(initial, goal, groups, group_of); }
};

// Where states are removed they are mapped to StateAbstraction::pruned.
using StateMap = std::vector<AbstractState>;

// The transition system of each variable.
std::vector<TransitionSystem> atomic_systems(const FactoredSystem& system);

// A product of two, with the state of each pair (a, b) at a * right.states + b.
struct Product {
    TransitionSystem system;
    StateMap map;
};
Product product(const TransitionSystem& left, const TransitionSystem& right);
std::size_t steps_of_product(const TransitionSystem& left, const TransitionSystem& right);

// The states of the product that can be reached, the others are pruned. Nothing: there are too many of them, or pairs.
struct ProductLimits {
    std::uint64_t states = 0;
    std::uint64_t steps = 0;
};
std::optional<Product> reachable_product(const TransitionSystem& left, const TransitionSystem& right,
                                         const ProductLimits& limits);

// The quotient: states with the same image become one. Labels that then leave it alone are no longer listed. Labels
// without any step are returned: they can never be used.
std::vector<LabelIndex> apply(TransitionSystem& system, const StateMap& map, std::uint32_t states);

// Removes the steps of some labels that lead to states which are not allowed. Labels without any step are returned.
std::vector<LabelIndex> forbid(TransitionSystem& system, const std::vector<bool>& allowed,
                               const std::function<bool(LabelIndex)>& concerns);

// Puts labels with the same steps into one group again.
void regroup(TransitionSystem& system);

// Distances to the goal, where a step costs what the cheapest label of its group does; `dead_end`: there is no way.
std::vector<Estimate> distances_to_goal(const TransitionSystem& system, const std::vector<Label>& labels);
std::vector<bool> reachable_states(const TransitionSystem& system);

// The steps by their source: those of a state are a range of (group, target).
struct Outgoing {
    struct Entry {
        std::uint32_t group = 0;
        AbstractState target = 0;
    };

    explicit Outgoing(const TransitionSystem& system);
    std::span<const Entry> of(AbstractState state) const {
        return {entries.data() + starts[state], entries.data() + starts[state + 1]};
    }

    std::vector<std::uint32_t> starts;
    std::vector<Entry> entries;
};

}  // namespace crowfly::mas
