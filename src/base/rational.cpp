#include "base/rational.hpp"

#include <cassert>
#include <charconv>
#include <limits>
#include <stdexcept>

namespace crowfly {
namespace {

using Wide = __int128;

Wide greatest_common_divisor(Wide a, Wide b) {
    if (a < 0) a = -a;
    while (b != 0) {
        const Wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// The least int64 is left out, so that every value has a negative.
std::int64_t narrow(Wide value) {
    constexpr Wide greatest = std::numeric_limits<std::int64_t>::max();
    if (value > greatest || value < -greatest) throw std::overflow_error("a fraction does not fit into 64 bits");
    return static_cast<std::int64_t>(value);
}

Rational reduced(Wide numerator, Wide denominator) {
    assert(denominator != 0);
    const Wide divisor = greatest_common_divisor(numerator, denominator < 0 ? -denominator : denominator);
    const Wide sign = denominator < 0 ? -1 : 1;
    return {narrow(sign * numerator / divisor), narrow(sign * denominator / divisor)};
}

}  // namespace

Rational::Rational(std::int64_t numerator, std::int64_t denominator)
    : numerator_(numerator), denominator_(denominator) {
    if (denominator <= 0 || greatest_common_divisor(numerator, denominator) != 1)
        *this = reduced(numerator, denominator);
}

std::int64_t Rational::floor() const {
    const std::int64_t quotient = numerator_ / denominator_;
    return numerator_ % denominator_ < 0 ? quotient - 1 : quotient;
}

std::int64_t Rational::ceil() const {
    const std::int64_t quotient = numerator_ / denominator_;
    return numerator_ % denominator_ > 0 ? quotient + 1 : quotient;
}

Rational Rational::operator-() const { return {narrow(-Wide{numerator_}), denominator_}; }

Rational operator+(const Rational& left, const Rational& right) {
    return reduced(Wide{left.numerator_} * right.denominator_ + Wide{right.numerator_} * left.denominator_,
                   Wide{left.denominator_} * right.denominator_);
}

Rational operator-(const Rational& left, const Rational& right) { return left + -right; }

Rational operator*(const Rational& left, const Rational& right) {
    return reduced(Wide{left.numerator_} * right.numerator_, Wide{left.denominator_} * right.denominator_);
}

Rational operator/(const Rational& left, const Rational& right) {
    return reduced(Wide{left.numerator_} * right.denominator_, Wide{left.denominator_} * right.numerator_);
}

std::strong_ordering operator<=>(const Rational& left, const Rational& right) {
    return Wide{left.numerator_} * right.denominator_ <=> Wide{right.numerator_} * left.denominator_;
}

std::string to_string(const Rational& value) {
    std::string text = std::to_string(value.numerator());
    if (!value.is_integer()) text += '/' + std::to_string(value.denominator());
    return text;
}

std::optional<Rational> parse_rational(std::string_view text) {
    const auto number = [](std::string_view digits) -> std::optional<std::int64_t> {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc{} && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
    };
    const std::size_t slash = text.find('/');
    const std::optional<std::int64_t> numerator = number(text.substr(0, slash));
    const std::optional<std::int64_t> denominator =
        slash == std::string_view::npos ? 1 : number(text.substr(slash + 1));
    if (!numerator || !denominator || *denominator <= 0) return std::nullopt;
    return Rational(*numerator, *denominator);
}

}  // namespace crowfly
