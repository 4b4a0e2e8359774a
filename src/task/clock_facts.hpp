// Clocks in terms of facts. Time can always raise a clock, so of its values only the least matters: a fact says that a
// clock can be below a bound that it is compared with. Setting a clock, to whatever value, makes all its facts true
// again. Lower bounds, differences of clocks and comparisons under a condition are taken to hold.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "task/facts.hpp"
#include "task/target.hpp"

namespace crowfly {

class ClockFacts {
public:
    // Facts are numbered from `first` on.
    ClockFacts(const Network& network, const Target& target, Fact first);

    Fact count() const { return static_cast<Fact>(bounds_.size()); }

    // The preconditions and effects of edges that fire together.
    void add_edges(const std::vector<EdgeIndex>& edges, Facts& preconditions, Facts& effects) const;
    // What a leaf of the goal requires, if anything.
    std::optional<Fact> of_leaf(const Target& leaf) const;

    // Calls with every fact that is true if clocks have at least these values.
    template <class Take>
    void each_true(ClockFloor floor, Take take) const {
        for (const auto& [bound, fact] : bounds_) {
            const std::int32_t least = bound.clock < floor.size() ? floor[bound.clock] : 0;
            if (2 * std::int64_t{least} + 1 <= bound.below) take(fact);
        }
    }

private:
    struct UpperBound {
        ClockIndex clock = 0;
        std::int64_t below = 0;  // twice the bound, plus 1 if it may be reached
        friend auto operator<=>(const UpperBound&, const UpperBound&) = default;
    };

    static std::optional<UpperBound> upper_bound(const ClockConstraint& constraint);
    static std::optional<UpperBound> upper_bound(const Target& leaf);
    template <class Visit>
    void each_bound(const Run& constraints, Visit visit) const;
    void collect(const Target& target);

    const Network& network_;
    std::map<UpperBound, Fact> bounds_;
};

}  // namespace crowfly
