// A pattern database (Culberson, Schaeffer 1998; Edelkamp: Planning with pattern databases, 2001; for model checking
// Qian, Nymeyer 2004 and Wehrle: Transition-based directed model checking, 2011, Sect. 1.4.1): the distances of all
// abstract states of the projection to a pattern, in a table.
#pragma once

#include "abstraction/patterns/backward_search.hpp"

namespace crowfly::pdb {

// Which abstract states have their distances: those that can be reached from the initial ones, if these are fewer than
// a quarter, or all.
enum class Extent : std::uint8_t { reachable, all };

// The distance of every abstract state, of less than 2^32.
struct TableLookup {
    static constexpr std::string_view kind = "pattern database";

    std::size_t states() const { return hash.states(); }
    AbstractState state_of(std::span<const Value> values) const {
        const auto state = static_cast<AbstractState>(hash.rank_of(values));
        return distances.is_excluded(state) ? StateAbstraction::pruned : state;
    }
    Estimate distance(AbstractState state) const { return distances[state]; }
    const Pattern& variables() const { return hash.pattern(); }
    void parts(auto& each) { each(hash, distances); }
    void fit(ValueCounts values);

    PerfectHash hash = {};
    DistanceTable distances = {};
};

class PatternDatabase final : public LookupAbstraction<PatternDatabase, TableLookup> {
public:
    // `held`: bytes that are held besides.
    PatternDatabase(const LabelTable& table, const Pattern& pattern, const Effort& effort, std::size_t held = 0,
                    Extent extent = Extent::reachable);

    bool each_transition(const TakeTransition& take) const override;
    void parts(auto& each) { each.derived(lookup_, labels_, predecessors_); }

    std::size_t bytes_per_state() const { return lookup_.distances.bytes_per_state(); }

private:
    std::vector<ProjectedLabel> labels_;
    Predecessors predecessors_;
};

// The distance of the nearest initial state in the projection to a pattern.
Estimate initial_distance(const LabelTable& table, const Pattern& pattern, const Effort& effort);

}  // namespace crowfly::pdb
