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
    void parts(auto& each) {
        each(ranks_);
        each.derived(places_);
    }
    void loaded();

private:
    std::size_t place_of(Rank rank) const;
    void grow();

    std::vector<Rank> ranks_;
    std::vector<AbstractState> places_;  // a power of two of them; at most half are in use
};

struct RankLookup {
    static constexpr std::string_view kind = "pattern database of reachable states";

    std::size_t states() const { return ranks.size(); }
    AbstractState state_of(std::span<const Value> values) const {
        return ranks.find(hash.rank_of(values));  // none of them is `pruned`
    }
    Estimate distance(AbstractState state) const { return distances[state]; }
    const Pattern& variables() const { return hash.pattern(); }
    void parts(auto& each) { each(hash, ranks, distances); }
    void fit(ValueCounts values);

    PerfectHash hash = {};
    RankTable ranks = {};
    std::vector<Estimate> distances = {};
};

class ReachableDatabase final : public LookupAbstraction<ReachableDatabase, RankLookup> {
public:
    // Null: there are more abstract states than that, or the effort is used up.
    static std::unique_ptr<ReachableDatabase> build(const LabelTable& table, const Pattern& pattern,
                                                    std::size_t most_states, const Effort& effort);

    bool each_transition(const TakeTransition& take) const override;
    void parts(auto& each) { each.derived(lookup_, labels_, predecessors_); }

private:
    ReachableDatabase(const LabelTable& table, const Pattern& pattern);
    bool explore(const LabelTable& table, std::size_t most_states, const Effort& effort);
    void find_distances(const FactoredSystem& system);

    std::vector<ProjectedLabel> labels_;
    Predecessors predecessors_;
};

// Of the longest beginning of an order that has at least `least` variables and at most so many abstract states that can
// be reached, or two million of them, as far as six tries tell. Null: there is none.
std::unique_ptr<ReachableDatabase> longest_reachable(const LabelTable& table, const std::vector<VariableIndex>& order,
                                                     std::size_t least, std::size_t most_states, const Effort& effort);

}  // namespace crowfly::pdb
