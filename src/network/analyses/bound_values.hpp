// The values of the numbers that clocks are compared with. Zones are extrapolated by the largest of these values, so a
// bound that is too large makes a zone graph with as many zones as the bound.
//
// Expressions have bounds from their types and operators (compile/intervals.cpp). The result of a function has the
// range of its type there, 32 767 for `int`. The term of the bound, in which the function is taken apart, knows more.
// Only declared ranges of variables are used: values that a search can reach would not hold for states that it stores
// in their place, such as representatives of symmetric states.
#pragma once

#include "network/terms/term_values.hpp"
#include "network/terms/terms.hpp"

namespace crowfly {

class BoundValues {
public:
    explicit BoundValues(const Network& network);
    BoundValues(const BoundValues&) = delete;
    BoundValues& operator=(const BoundValues&) = delete;

    // Narrows the least and the greatest value. `selects`: of the edge that the bound belongs to.
    void tighten(Bound& bound, const Bytecode& code, const Footprint& footprint, Run selects = {});

private:
    // Programs that are not taken apart take long.
    static constexpr std::size_t most_calls = 16;
    static constexpr std::size_t most_evaluations = 200'000;
    // Evaluation is recursive. Sums and conjunctions of any length are balanced, so that few terms are this deep.
    static constexpr std::uint32_t deepest_term = 1'000;

    std::uint32_t depth_of(TermId term);

    const Network& network_;
    std::vector<ValueSet> declared_;  // per slot
    Terms terms_;
    TermValues values_;
    std::size_t calls_ = 0;              // programs that were not taken apart
    std::vector<std::uint32_t> depths_;  // by term
};

}  // namespace crowfly
