// The projection of a factored system to a pattern: only the variables of the pattern count, and what labels do to the
// others is ignored. Labels that do the same to the variables of the pattern become one, and those that change none of
// them are left out.
//
// Abstract states are numbers in mixed radix, with the values of the variables as digits: a perfect hash function.
#pragma once

#include "abstraction/loaded_abstraction.hpp"
#include "abstraction/patterns/label_table.hpp"

namespace crowfly::pdb {

using Rank = std::uint64_t;  // the number of an abstract state in mixed radix

class PerfectHash {
public:
    PerfectHash() = default;
    PerfectHash(const FactoredSystem& system, const Pattern& pattern);
    void parts(auto& each) {
        each(pattern_);
        each.derived(sizes_, weights_);
    }
    // Of a file, see loaded_abstraction.hpp; at most so many states are allowed.
    void fit(ValueCounts values, Rank most_states);

    const Pattern& pattern() const { return pattern_; }
    std::uint32_t digits() const { return static_cast<std::uint32_t>(sizes_.size()); }
    std::uint32_t size(std::uint32_t digit) const { return sizes_[digit]; }
    Rank weight(std::uint32_t digit) const { return weights_[digit]; }
    Rank states() const { return states_; }

    Rank rank_of(std::span<const Value> values) const {
        Rank state = 0;
        for (std::size_t d = 0; d < pattern_.size(); ++d) state += weights_[d] * values[pattern_[d]];
        return state;
    }
    void unpack(Rank state, std::vector<Value>& digits) const {
        for (std::size_t d = 0; d < sizes_.size(); ++d) {
            const Rank rest = state / sizes_[d];
            digits[d] = static_cast<Value>(state - rest * sizes_[d]);
            state = rest;
        }
    }

private:
    void add(Value values);  // of the next variable

    Pattern pattern_;
    std::vector<std::uint32_t> sizes_;
    std::vector<Rank> weights_;  // of the first digit it is 1
    Rank states_ = 1;
};

struct DigitMove {
    std::uint32_t digit = 0;
    std::uint32_t kind = 0;  // into LabelTable::kinds()
    friend auto operator<=>(const DigitMove&, const DigitMove&) = default;
};

struct ProjectedLabel {
    std::vector<DigitMove> moves;  // ascending by digit
    std::uint32_t cost = 1;
    std::vector<LabelIndex> labels = {};  // that are projected to it

    void parts(auto& each) { each.derived(moves, labels); }
};

std::vector<ProjectedLabel> project(const LabelTable& table, const Pattern& pattern);

bool meets_goal(const FactoredSystem& system, const PerfectHash& hash, const std::vector<Value>& digits);

// The abstract states that meet the goal, ascending, of a pattern with less than 2^32 of them.
std::vector<AbstractState> goal_states(const FactoredSystem& system, const PerfectHash& hash);
std::vector<Rank> initial_states(const FactoredSystem& system, const PerfectHash& hash);

}  // namespace crowfly::pdb
