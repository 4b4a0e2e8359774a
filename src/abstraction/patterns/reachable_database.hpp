// The distances of those abstract states of a pattern that can be reached from the initial ones, found through a hash
// table. Where they are few, a pattern can have far more variables than in a table of all abstract states.
#pragma once

#include "abstraction/patterns/backward_search.hpp"

namespace crowfly::pdb {

// Abstract states by their ranks, numbered in the order in which they are added.
class RankTable {
public:
    static constexpr AbstractState none = std::numeric_limits<AbstractState>::max();

    std::size_t size() const { return ranks_.size(); }
    Rank operator[](AbstractState state) const { return ranks_[state]; }
    AbstractState find(Rank rank) const { return places_.empty() ? none : places_[place_of(rank)]; }
    void add(Rank rank);  // unless it is there
    std::size_t bytes() const { return ranks_.capacity() * sizeof(Rank) + places_.capacity() * sizeof(AbstractState); }

private:
    std::size_t place_of(Rank rank) const;
    void grow();

    std::vector<Rank> ranks_;
    std::vector<AbstractState> places_;  // a power of two of them; at most half are in use
};

class ReachableDatabase final : public StateAbstraction {
public:
    // Null: there are more abstract states than that, or the effort is used up.
    static std::unique_ptr<ReachableDatabase> build(const LabelTable& table, const Pattern& pattern,
                                                    std::size_t most_states, const Effort& effort);

    std::size_t states() const override { return ranks_.size(); }
    AbstractState state_of(std::span<const Value> values) const override;
    Estimate distance(AbstractState state) const override { return distances_[state]; }
    std::vector<VariableIndex> variables() const override { return hash_.pattern(); }
    std::size_t bytes() const override;
    bool each_transition(const TakeTransition& take) const override;

private:
    ReachableDatabase(const LabelTable& table, const Pattern& pattern);
    bool explore(const LabelTable& table, std::size_t most_states, const Effort& effort);
    void find_distances(const FactoredSystem& system);

    PerfectHash hash_;
    std::vector<ProjectedLabel> labels_;
    Predecessors predecessors_;
    RankTable ranks_;
    std::vector<Estimate> distances_;
};

// Of the longest beginning of an order that has at least `least` variables and at most so many abstract states that can
// be reached. Null: there is none.
std::unique_ptr<ReachableDatabase> longest_reachable(const LabelTable& table, const std::vector<VariableIndex>& order,
                                                     std::size_t least, std::size_t most_states, const Effort& effort);

}  // namespace crowfly::pdb
