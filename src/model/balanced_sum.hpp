// Long sums as balanced trees. Passes over expressions are recursive, and the parsers bound how deep a tree is. A flat
// sum is not nested, however many terms it has: `a + b - c + d` is built as `(a + b) - (c - d)`. The value is the same;
// the compiler adds from left to right if a partial sum might overflow.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "model/operators.hpp"

namespace crowfly {

// Shorter sums are built as written. Trees of sums have no more levels than this plus a logarithm.
constexpr std::size_t longest_flat_sum = 300;

template <class Operand>
struct SignedTerm {
    Operand operand;
    bool is_negative = false;  // it is subtracted
};

// `is_flipped`: the sum is subtracted, so that all signs in it are exchanged. `join` makes a sum or difference.
template <class Operand, class Join>
Operand balanced_sum(std::vector<SignedTerm<Operand>>& terms, std::size_t first, std::size_t count, bool is_flipped,
                     const Join& join) {
    if (count == 1) return std::move(terms[first].operand);
    const std::size_t half = count / 2;
    const bool is_negative = terms[first + half].is_negative != is_flipped;
    Operand left = balanced_sum(terms, first, half, is_flipped, join);
    Operand right = balanced_sum(terms, first + half, count - half, is_flipped != is_negative, join);
    return join(is_negative ? Op::subtract : Op::add, std::move(left), std::move(right));
}

// The terms as a tree; the first one is not negative.
template <class Operand, class Join>
Operand sum_of(std::vector<SignedTerm<Operand>> terms, const Join& join) {
    if (terms.size() > longest_flat_sum) return balanced_sum(terms, 0, terms.size(), false, join);
    Operand result = std::move(terms.front().operand);
    for (std::size_t i = 1; i < terms.size(); ++i)
        result = join(terms[i].is_negative ? Op::subtract : Op::add, std::move(result), std::move(terms[i].operand));
    return result;
}

}  // namespace crowfly
