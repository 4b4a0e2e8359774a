#include "symbolic/diagrams/number.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "base/alarm.hpp"

namespace crowfly::symbolic {
namespace {

constexpr std::int64_t least_value = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t greatest_value = std::numeric_limits<std::int32_t>::max();

// Drops digits that only repeat the sign.
Number shortened(Number a) {
    while (a.digits.size() > 1 && a.digits[a.digits.size() - 2] == a.digits.back()) a.digits.pop_back();
    return a;
}

Number negated(const Number& a) { return difference(number(0), a); }
Number magnitude(const Number& a) { return choice(a.sign(), negated(a), a); }

template <class Digit>
Number by_digits(const Number& a, const Number& b, Digit digit) {
    Number result;
    const std::size_t places = std::max(a.digits.size(), b.digits.size());
    for (std::size_t i = 0; i < places; ++i) result.digits.push_back(digit(a.digit(i), b.digit(i)));
    return shortened(std::move(result));
}

Number shifted_up(const Number& a, std::size_t places) {
    Number result;
    result.digits.assign(places, Bdd());
    result.digits.insert(result.digits.end(), a.digits.begin(), a.digits.end());
    return result;
}

Number shifted_down(const Number& a, std::size_t places) {
    if (places >= a.digits.size()) return {{a.sign()}};
    return {{a.digits.begin() + static_cast<std::ptrdiff_t>(places), a.digits.end()}};
}

// Long multiplication: `a` once for every digit of `b`; the sign of `b` counts negative.
Number product(const Number& a, const Number& b) {
    if (a.digits.size() < b.digits.size()) return product(b, a);
    Number result = number(0);
    for (std::size_t i = 0; i < b.digits.size(); ++i) {
        poll();
        if (b.digits[i].is_false()) continue;
        const Number part = choice(b.digits[i], shifted_up(a, i), number(0));
        result = i + 1 == b.digits.size() ? difference(result, part) : sum(result, part);
    }
    return result;
}

struct Division {
    Number quotient, rest;
};

// Long division of numbers that are not negative, and not by zero.
Division divided(const Number& a, const Number& b) {
    Division result{number(0), number(0)};
    std::vector<Bdd> quotient(a.digits.size());
    for (std::size_t i = a.digits.size() - 1; i-- > 0;) {
        poll();
        Number rest = shifted_up(result.rest, 1);
        rest.digits[0] = a.digits[i];
        const Bdd fits = !less(rest, b);
        quotient[i] = fits;
        result.rest = choice(fits, difference(rest, b), shortened(rest));
    }
    result.quotient = shortened({std::move(quotient)});
    return result;
}

// As the machine does: towards zero, and the rest has the sign of what is divided.
Operated divide(OpCode op, const Number& left, const Number& right) {
    const Division result = divided(magnitude(left), magnitude(right));
    const Number& value = op == OpCode::divide ? result.quotient : result.rest;
    const Bdd negative = op == OpCode::divide ? left.sign() ^ right.sign() : left.sign();
    return {choice(negative, negated(value), value), !is_not_zero(right)};
}

Operated shift(OpCode op, const Number& left, const Number& right) {
    Operated result{left, !is_within(right, 0, 31)};
    for (std::size_t place = 0; place < 5; ++place) {
        const std::size_t by = std::size_t{1} << place;
        const Number moved = op == OpCode::shift_left ? shifted_up(result.value, by) : shifted_down(result.value, by);
        result.value = choice(right.digit(place), moved, result.value);
    }
    return result;
}

Operated in_range(Operated result) {
    if (result.value.digits.size() > 32) result.faults |= !is_within(result.value, least_value, greatest_value);
    return result;
}

}  // namespace

Number number(std::int64_t value) {
    Number result;
    for (std::int64_t left = value;; left >>= 1) {
        result.digits.push_back((left & 1) != 0 ? Diagrams::all() : Bdd());
        if (left == 0 || left == -1) return shortened(std::move(result));
    }
}

Number truth(const Bdd& condition) { return shortened({{condition, Bdd()}}); }

Bdd is_not_zero(const Number& a) {
    Bdd any;
    for (const Bdd& digit : a.digits) any |= digit;
    return any;
}

Bdd equal(const Number& a, const Number& b) {
    Bdd result = Diagrams::all();
    for (std::size_t i = std::max(a.digits.size(), b.digits.size()); i-- > 0 && !result.is_false();)
        result -= a.digit(i) ^ b.digit(i);
    return result;
}

Bdd less(const Number& a, const Number& b) {
    Bdd result;
    const std::size_t places = std::max(a.digits.size(), b.digits.size());
    // The sign counts the other way round.
    for (std::size_t i = 0; i < places; ++i) {
        const bool is_sign = i + 1 == places;
        const Bdd x = is_sign ? b.digit(i) : a.digit(i);
        const Bdd y = is_sign ? a.digit(i) : b.digit(i);
        result = choice(x ^ y, y, result);
    }
    return result;
}

Bdd is_within(const Number& a, std::int64_t least, std::int64_t greatest) {
    return !less(a, number(least)) - less(number(greatest), a);
}

Number choice(const Bdd& condition, const Number& then, const Number& otherwise) {
    if (condition.is_true()) return then;
    if (condition.is_false()) return otherwise;
    return by_digits(then, otherwise, [&](const Bdd& x, const Bdd& y) { return choice(condition, x, y); });
}

Number sum(const Number& a, const Number& b) {
    Number result;
    Bdd carry;
    const std::size_t places = std::max(a.digits.size(), b.digits.size()) + 1;
    for (std::size_t i = 0; i < places; ++i) {
        const Bdd x = a.digit(i);
        const Bdd y = b.digit(i);
        const Bdd odd = x ^ y;
        result.digits.push_back(odd ^ carry);
        carry = choice(odd, carry, x);
    }
    return shortened(std::move(result));
}

Number difference(const Number& a, const Number& b) {
    Number result;
    Bdd borrowed;
    const std::size_t places = std::max(a.digits.size(), b.digits.size()) + 1;
    for (std::size_t i = 0; i < places; ++i) {
        const Bdd x = a.digit(i);
        const Bdd y = b.digit(i);
        const Bdd odd = x ^ y;
        result.digits.push_back(odd ^ borrowed);
        borrowed = choice(odd, y, borrowed);
    }
    return shortened(std::move(result));
}

bool is_supported(OpCode op) { return op != OpCode::power; }

Operated operate(OpCode op, const Number& left, const Number& right) {
    const auto binary = [&](auto digit) { return Operated{by_digits(left, right, digit), {}}; };
    switch (op) {
        case OpCode::negate: return in_range({negated(left), {}});
        case OpCode::logical_not: return {truth(!is_not_zero(left)), {}};
        case OpCode::to_bool: return {truth(is_not_zero(left)), {}};
        case OpCode::absolute: return in_range({magnitude(left), {}});
        case OpCode::add: return in_range({sum(left, right), {}});
        case OpCode::subtract: return in_range({difference(left, right), {}});
        case OpCode::multiply: return in_range({product(left, right), {}});
        case OpCode::divide:
        case OpCode::modulo: return in_range(divide(op, left, right));
        case OpCode::shift_left:
        case OpCode::shift_right: return in_range(shift(op, left, right));
        case OpCode::minimum: return {choice(less(left, right), left, right), {}};
        case OpCode::maximum: return {choice(less(left, right), right, left), {}};
        case OpCode::less: return {truth(less(left, right)), {}};
        case OpCode::less_equal: return {truth(!less(right, left)), {}};
        case OpCode::greater_equal: return {truth(!less(left, right)), {}};
        case OpCode::greater: return {truth(less(right, left)), {}};
        case OpCode::equal: return {truth(equal(left, right)), {}};
        case OpCode::not_equal: return {truth(!equal(left, right)), {}};
        case OpCode::bit_and: return binary([](const Bdd& x, const Bdd& y) { return x & y; });
        case OpCode::bit_xor: return binary([](const Bdd& x, const Bdd& y) { return x ^ y; });
        case OpCode::bit_or: return binary([](const Bdd& x, const Bdd& y) { return x | y; });
        default: assert(!"an operator that is_supported() refuses"); return {number(0), Diagrams::all()};
    }
}

}  // namespace crowfly::symbolic
