// Which two factors are merged next.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "abstraction/merge_and_shrink/transition_system.hpp"

namespace crowfly::mas {

enum class Merge : std::uint8_t {
    ranking,     // the two whose common labels are used nearest to the goal (Dräger et al., Sect. 6)
    definition,  // in the order in which variables are defined
    scc,         // as `ranking`, but first those that depend on each other in a cycle
    dfp,         // as `ranking`; among equals those with the smallest product
    silent,      // small products in which few labels are shared with others
};

class MergeOrder {
public:
    MergeOrder(Merge how, const FactoredSystem& system);

    // Tells of a factor: its number, the variables it is made of, its transition system and its distances.
    void add(std::uint32_t factor, const std::vector<VariableIndex>& variables, const TransitionSystem& system,
             const std::vector<Estimate>& distance);
    void remove(std::uint32_t factor);

    // The factors that a label moves.
    const std::set<std::uint32_t>& sharing(LabelIndex label) const {
        static const std::set<std::uint32_t> none;
        const auto found = sharing_.find(label);
        return found == sharing_.end() ? none : found->second;
    }

    // The least distance to the goal, within a factor, of states that a label leads to.
    Estimate rank(std::uint32_t factor, LabelIndex label) const { return factors_.at(factor).ranks.at(label); }

    // Nothing: the others do not matter for the goal.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> next() const;

    // How many labels and pairs were looked at since the last call.
    std::uint64_t take_looks() { return std::exchange(looks_, 0); }

private:
    struct Known {
        bool has_goal = false;
        std::uint32_t states = 0;
        std::uint32_t component = 0;                // of the causal graph, if all its variables are in the same
        std::map<LabelIndex, Estimate> ranks = {};  // per label: the least distance that it leads to
    };
    using Pair = std::pair<std::uint32_t, std::uint32_t>;

    static constexpr std::uint32_t several = std::numeric_limits<std::uint32_t>::max();

    // What is compared: the less, the sooner.
    struct Weight {
        bool crosses = false;  // components
        Estimate rank = dead_end;
        std::uint64_t product = 0;
        friend auto operator<=>(const Weight&, const Weight&) = default;
    };

    std::uint64_t visible_labels(const Pair& pair) const;
    Weight weight(const Pair& pair, Estimate rank) const;
    std::optional<Pair> next_by_definition() const;

    Merge how_;
    std::vector<std::uint32_t> components_;  // per variable
    std::map<std::uint32_t, Known> factors_;
    std::map<LabelIndex, std::set<std::uint32_t>> sharing_;  // the factors of each label
    std::map<Pair, Weight> weights_;                         // of factors that share a label
    std::uint32_t newest_ = 0;
    mutable std::uint64_t looks_ = 0;
};

}  // namespace crowfly::mas
