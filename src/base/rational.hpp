// Exact fractions over 64-bit integers: clock values and delays of a concrete run, where rounding would decide guards
// wrongly. Always in lowest terms with a positive denominator. A result that does not fit throws std::overflow_error,
// so that a wrong number is never computed with; whoever computes catches it before it leaves the module.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crowfly {

class Rational {
public:
    Rational() = default;
    Rational(std::int64_t value) : numerator_(value) {}  // NOLINT: integers are fractions wherever one is asked for
    Rational(std::int64_t numerator, std::int64_t denominator);  // the denominator is not 0

    std::int64_t numerator() const { return numerator_; }
    std::int64_t denominator() const { return denominator_; }
    bool is_integer() const { return denominator_ == 1; }
    std::int64_t floor() const;
    std::int64_t ceil() const;

    Rational operator-() const;
    Rational& operator+=(const Rational& other) { return *this = *this + other; }
    Rational& operator-=(const Rational& other) { return *this = *this - other; }

    friend Rational operator+(const Rational& left, const Rational& right);
    friend Rational operator-(const Rational& left, const Rational& right);
    friend Rational operator*(const Rational& left, const Rational& right);
    friend Rational operator/(const Rational& left, const Rational& right);  // right is not 0
    friend bool operator==(const Rational&, const Rational&) = default;
    friend std::strong_ordering operator<=>(const Rational& left, const Rational& right);

private:
    std::int64_t numerator_ = 0;
    std::int64_t denominator_ = 1;
};

std::string to_string(const Rational& value);                   // "18", "37/2", "-1/3"
std::optional<Rational> parse_rational(std::string_view text);  // nothing: it is not written like that, or does not fit

}  // namespace crowfly
