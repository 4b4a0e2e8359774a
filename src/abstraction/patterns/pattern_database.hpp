// A pattern database (Culberson, Schaeffer 1998; Edelkamp: Planning with pattern databases, 2001; for model checking
// Qian, Nymeyer 2004 and Wehrle: Transition-based directed model checking, 2011, Sect. 1.4.1): the distances of all
// abstract states of the projection to a pattern, in a table.
#pragma once

#include "abstraction/patterns/backward_search.hpp"

namespace crowfly::pdb {

// Which abstract states have their distances: those that can be reached from the initial ones, if these are fewer than
// a quarter, or all.
enum class Extent : std::uint8_t { reachable, all };

// Of a pattern with less than 2^32 abstract states.
class PatternDatabase final : public StateAbstraction {
public:
    // `held`: bytes that are held besides.
    PatternDatabase(const LabelTable& table, const Pattern& pattern, const Effort& effort, std::size_t held = 0,
                    Extent extent = Extent::reachable);

    std::size_t states() const override { return hash_.states(); }
    AbstractState state_of(std::span<const Value> values) const override {
        const auto state = static_cast<AbstractState>(hash_.rank_of(values));
        return distances_.is_excluded(state) ? pruned : state;
    }
    Estimate distance(AbstractState state) const override { return distances_[state]; }
    std::vector<VariableIndex> variables() const override { return hash_.pattern(); }
    std::size_t bytes() const override;
    bool each_transition(const TakeTransition& take) const override;

    std::size_t bytes_per_state() const { return distances_.bytes_per_state(); }

private:
    PerfectHash hash_;
    std::vector<ProjectedLabel> labels_;
    Predecessors predecessors_;
    DistanceTable distances_;
};

// The distance of the nearest initial state in the projection to a pattern.
Estimate initial_distance(const LabelTable& table, const Pattern& pattern, const Effort& effort);

}  // namespace crowfly::pdb
