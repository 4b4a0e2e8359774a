// The projection of a factored system to a pattern: only the variables of the pattern count, and what labels do to the
// others is ignored. Labels that do the same to the variables of the pattern become one, and those that change none of
// them are left out.
//
// Abstract states are numbers in mixed radix, with the values of the variables as digits: a perfect hash function.
#pragma once

#include "abstraction/abstraction.hpp"
#include "abstraction/patterns/label_table.hpp"

namespace crowfly::pdb {

// A pattern with at most 2^32 - 2 abstract states.
class PerfectHash {
public:
    PerfectHash(const FactoredSystem& system, const Pattern& pattern);

    const Pattern& pattern() const { return pattern_; }
    std::uint32_t digits() const { return static_cast<std::uint32_t>(sizes_.size()); }
    std::uint32_t size(std::uint32_t digit) const { return sizes_[digit]; }
    AbstractState weight(std::uint32_t digit) const { return weights_[digit]; }
    AbstractState states() const { return states_; }

    AbstractState state_of(std::span<const Value> values) const {
        AbstractState state = 0;
        for (std::size_t d = 0; d < pattern_.size(); ++d) state += values[pattern_[d]] * weights_[d];
        return state;
    }
    void unpack(AbstractState state, std::vector<Value>& digits) const {
        for (std::size_t d = 0; d < sizes_.size(); ++d) {
            const AbstractState rest = state / sizes_[d];
            digits[d] = state - rest * sizes_[d];
            state = rest;
        }
    }

private:
    Pattern pattern_;
    std::vector<std::uint32_t> sizes_;
    std::vector<AbstractState> weights_;  // of the first digit it is 1
    AbstractState states_ = 1;
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
};

std::vector<ProjectedLabel> project(const LabelTable& table, const Pattern& pattern);

// The abstract states that meet the goal, ascending.
std::vector<AbstractState> goal_states(const FactoredSystem& system, const PerfectHash& hash);
// The initial ones.
std::vector<AbstractState> initial_states(const FactoredSystem& system, const PerfectHash& hash);

}  // namespace crowfly::pdb
