#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include "base/interval.hpp"
#include "base/rational.hpp"
#include "base/rng.hpp"

using namespace crowfly;

namespace {

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

Rational small_fraction(Rng& rng) {
    return {static_cast<std::int64_t>(rng.below(81)) - 40, static_cast<std::int64_t>(rng.below(12)) + 1};
}

Interval small_interval(Rng& rng) {
    const Rational low = small_fraction(rng);
    const Rational width{static_cast<std::int64_t>(rng.below(30)), 17};
    Interval interval{low, rng.below(2) == 0, low + width, rng.below(2) == 0};
    if (rng.below(8) == 0) interval = {low, interval.low_open, std::nullopt, false};
    return interval;
}

// The definition, tried denominator by denominator.
Rational simplest_by_search(const Interval& interval) {
    for (std::int64_t denominator = 1;; ++denominator) {
        for (std::int64_t distance = 0; distance <= 60 * denominator; ++distance) {
            if (interval.contains({distance, denominator})) return {distance, denominator};
            if (interval.contains({-distance, denominator})) return {-distance, denominator};
        }
    }
}

}  // namespace

TEST_CASE("fractions are kept in lowest terms with a positive denominator") {
    CHECK(Rational{6, 4} == Rational{3, 2});
    CHECK(Rational{6, -4} == Rational{-3, 2});
    CHECK(Rational{0, -7} == Rational{0});
    CHECK(to_string(Rational{37, 2}) == "37/2");
    CHECK(to_string(Rational{-8, 4}) == "-2");
    CHECK(to_string(Rational{}) == "0");
}

TEST_CASE("arithmetic on fractions is exact") {
    CHECK(Rational{1, 3} + Rational{1, 6} == Rational{1, 2});
    CHECK(Rational{1, 3} - Rational{1, 2} == Rational{-1, 6});
    CHECK(Rational{2, 3} * Rational{9, 4} == Rational{3, 2});
    CHECK(Rational{2, 3} / Rational{-4, 9} == Rational{-3, 2});
    Rng rng(1);
    for (int i = 0; i < 1000; ++i) {
        const Rational a = small_fraction(rng);
        const Rational b = small_fraction(rng);
        const Rational c = small_fraction(rng);
        CHECK(a - b + b == a);
        CHECK((a + b) * c == a * c + b * c);
        CHECK((a < b) == (b - a > Rational{0}));
    }
}

TEST_CASE("floor and ceil enclose a fraction, on both sides of zero") {
    CHECK(Rational{7, 2}.floor() == 3);
    CHECK(Rational{7, 2}.ceil() == 4);
    CHECK(Rational{-7, 2}.floor() == -4);
    CHECK(Rational{-7, 2}.ceil() == -3);
    CHECK(Rational{5}.floor() == 5);
    CHECK(Rational{5}.ceil() == 5);
}

TEST_CASE("comparison does not overflow, results that do not fit throw") {
    CHECK(Rational{huge, huge - 1} > Rational{huge - 1, huge});
    CHECK(Rational{1, huge} < Rational{1, huge - 1});
    CHECK(Rational{huge} - Rational{huge} == Rational{0});
    CHECK_THROWS_AS(Rational{huge} + Rational{1}, std::overflow_error);
    CHECK_THROWS_AS((Rational{1, huge} + Rational{1, huge - 1}), std::overflow_error);
    CHECK_THROWS_AS(-Rational{std::numeric_limits<std::int64_t>::min()}, std::overflow_error);
}

TEST_CASE("the simplest fraction of an interval has the least denominator, then the least size") {
    CHECK(simplest_in({{1, 3}, true, Rational{1, 2}, true}) == Rational{2, 5});
    CHECK(simplest_in({{1, 3}, true, Rational{1, 2}, false}) == Rational{1, 2});
    CHECK(simplest_in({3, true, std::nullopt, false}) == Rational{4});
    CHECK(simplest_in({0, true, Rational{1, 1000}, true}) == Rational{1, 1001});
    CHECK(simplest_in({-2, false, Rational{5}, false}) == Rational{0});
    Rng rng(2);
    for (int i = 0; i < 2000; ++i) {
        const Interval interval = small_interval(rng);
        if (interval.empty()) continue;
        CHECK(simplest_in(interval) == simplest_by_search(interval));
    }
}

TEST_CASE("intersection and difference agree with membership") {
    Rng rng(3);
    for (int i = 0; i < 500; ++i) {
        const Interval a = small_interval(rng);
        const Interval b = small_interval(rng);
        const Interval both = intersection(a, b);
        const std::vector<Interval> rest = difference(a, b);
        CHECK(rest.size() <= 2);
        for (const Interval& piece : rest) CHECK(!piece.empty());
        for (const Rational& end : {a.low, b.low, a.high.value_or(50), b.high.value_or(50)}) {
            for (const Rational& value : {end - Rational{1, 5000}, end, end + Rational{1, 5000}}) {
                CHECK(both.contains(value) == (a.contains(value) && b.contains(value)));
                bool left = false;
                for (const Interval& piece : rest) left = left || piece.contains(value);
                CHECK(left == (a.contains(value) && !b.contains(value)));
            }
        }
    }
}
