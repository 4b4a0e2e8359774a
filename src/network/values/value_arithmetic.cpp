#include "network/values/value_arithmetic.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <limits>

#include "network/body.hpp"
#include "network/values/range_arithmetic.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t most_pairs = 256;  // of values that are tried one by one

Ends ends_of(const ValueSet& set) { return {set.least(), set.greatest()}; }

bool ignores_right(OpCode op) { return op >= OpCode::negate && op <= OpCode::absolute; }

SetResult one_by_one(OpCode op, const ValueSet& left, const ValueSet& right) {
    SetResult result;
    for (const std::int32_t a : left.listed()) {
        for (const std::int32_t b : right.listed()) {
            if (const auto value = compile::compute(op, a, b))
                result.values.add(*value);
            else
                result.faults = true;
            if (ignores_right(op)) break;
        }
    }
    return result;
}

// Values that do not fit 32 bits are faults.
SetResult cut(std::int64_t least, std::int64_t greatest) {
    const bool fits =
        least >= std::numeric_limits<std::int32_t>::min() && greatest <= std::numeric_limits<std::int32_t>::max();
    return {ValueSet::between(least, greatest), !fits};
}

SetResult corners(std::initializer_list<std::int64_t> values) { return cut(std::min(values), std::max(values)); }

SetResult truth(bool may_hold, bool may_fail) { return {ValueSet::between(may_fail ? 0 : 1, may_hold ? 1 : 0)}; }

SetResult compare(OpCode op, const ValueSet& left, const ValueSet& right) {
    return truth(!satisfying(op, left, right).empty(), !satisfying(negated(op), left, right).empty());
}

SetResult divide(const Ends& a, const Ends& b) {
    if (b.least == b.greatest && b.least != 0) return corners({a.least / b.least, a.greatest / b.least});
    const std::int64_t most = magnitude(a);
    const bool faults = b.least <= 0 && b.greatest >= 0;
    SetResult result = cut(a.least >= 0 && b.least >= 0 ? 0 : -most, most);
    result.faults |= faults;
    return result;
}

SetResult modulo(const Ends& a, const Ends& b) {
    const std::int64_t most = std::max<std::int64_t>(magnitude(b) - 1, 0);
    const bool is_positive = a.least >= 0 && b.least > 0;
    const bool faults = (b.least <= 0 && b.greatest >= 0) || (b.least <= -1 && b.greatest >= -1);
    return {ValueSet::between(is_positive ? 0 : -most, is_positive ? std::min(most, a.greatest) : most), faults};
}

// Operators that fault for some operands, whatever they compute for others.
SetResult partial(const Ends& ends) { return {ValueSet::between(ends.least, ends.greatest), true}; }

SetResult on_ranges(OpCode op, const ValueSet& left, const ValueSet& right) {
    const Ends a = ends_of(left);
    const Ends b = ends_of(right);
    switch (op) {
        case OpCode::negate: return cut(-a.greatest, -a.least);
        case OpCode::absolute: {
            const bool has_zero = a.least <= 0 && a.greatest >= 0;
            const std::int64_t nearest = std::min(std::abs(a.least), std::abs(a.greatest));
            return cut(has_zero ? 0 : nearest, magnitude(a));
        }
        case OpCode::logical_not: return truth(left.contains(0), left.contains_other_than(0));
        case OpCode::to_bool: return truth(left.contains_other_than(0), left.contains(0));
        case OpCode::add: return cut(a.least + b.least, a.greatest + b.greatest);
        case OpCode::subtract: return cut(a.least - b.greatest, a.greatest - b.least);
        case OpCode::multiply:
            return corners({a.least * b.least, a.least * b.greatest, a.greatest * b.least, a.greatest * b.greatest});
        case OpCode::divide: return divide(a, b);
        case OpCode::modulo: return modulo(a, b);
        case OpCode::minimum: return cut(std::min(a.least, b.least), std::min(a.greatest, b.greatest));
        case OpCode::maximum: return cut(std::max(a.least, b.least), std::max(a.greatest, b.greatest));
        case OpCode::bit_and:
        case OpCode::bit_xor:
        case OpCode::bit_or: {
            const Ends ends = bit_ends(op == OpCode::bit_and, a, b);
            return {ValueSet::between(ends.least, ends.greatest)};
        }
        case OpCode::shift_left: return partial(shift_left_ends(a, b));
        case OpCode::shift_right: return partial(shift_right_ends(a, b));
        case OpCode::power: return partial(power_ends(a, b));
        default: break;
    }
    if (is_comparison(op)) return compare(op, left, right);
    return {ValueSet::anything(), true};
}

}  // namespace

bool is_comparison(OpCode op) { return op >= OpCode::less && op <= OpCode::not_equal; }

OpCode negated(OpCode comparison) {
    switch (comparison) {
        case OpCode::less: return OpCode::greater_equal;
        case OpCode::less_equal: return OpCode::greater;
        case OpCode::greater_equal: return OpCode::less;
        case OpCode::greater: return OpCode::less_equal;
        case OpCode::equal: return OpCode::not_equal;
        default: return OpCode::equal;
    }
}

OpCode mirrored(OpCode comparison) {
    switch (comparison) {
        case OpCode::less: return OpCode::greater;
        case OpCode::less_equal: return OpCode::greater_equal;
        case OpCode::greater_equal: return OpCode::less_equal;
        case OpCode::greater: return OpCode::less;
        default: return comparison;
    }
}

SetResult apply_operator(OpCode op, const ValueSet& left, const ValueSet& right) {
    const std::uint64_t pairs = ignores_right(op) ? left.size() : left.size() * right.size();
    const bool are_listed = left.is_listed() && (ignores_right(op) || right.is_listed());
    return are_listed && pairs <= most_pairs ? one_by_one(op, left, right) : on_ranges(op, left, right);
}

ValueSet satisfying(OpCode comparison, const ValueSet& left, const ValueSet& right) {
    ValueSet result = left;
    if (left.empty() || right.empty()) return {};
    constexpr std::int64_t lowest = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t highest = std::numeric_limits<std::int32_t>::max();
    switch (comparison) {
        case OpCode::less: result.intersect(ValueSet::between(lowest, std::int64_t{right.greatest()} - 1)); break;
        case OpCode::less_equal: result.intersect(ValueSet::between(lowest, right.greatest())); break;
        case OpCode::greater_equal: result.intersect(ValueSet::between(right.least(), highest)); break;
        case OpCode::greater: result.intersect(ValueSet::between(std::int64_t{right.least()} + 1, highest)); break;
        case OpCode::equal: result.intersect(right); break;
        default:
            if (const auto value = right.only()) result.remove(*value);
            break;
    }
    return result;
}

}  // namespace crowfly
