// Every operation on priced zones against its definition. Closed zones with integer bounds have their cheapest points
// among the integers, so that it suffices to try all of those.
#include <algorithm>
#include <limits>
#include <optional>

#include <doctest/doctest.h>

#include "base/rng.hpp"
#include "zone/priced.hpp"

using namespace crowfly;
using namespace crowfly::zone;
using crowfly::zone::Clock;

namespace {

constexpr std::size_t clocks = 4;  // the constant zero included
constexpr std::int64_t most = 4;   // bounds of zones
constexpr std::int64_t later = 4;  // the longest delay that is tried

using Values = std::vector<std::int64_t>;

std::int64_t between(Rng& rng, std::int64_t least_value, std::int64_t greatest_value) {
    return least_value +
           static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(greatest_value - least_value + 1)));
}

template <class Visit>
void for_each_point(std::int64_t greatest, const Visit& visit) {
    Values v(clocks);
    for (v[1] = 0; v[1] <= greatest; ++v[1])
        for (v[2] = 0; v[2] <= greatest; ++v[2])
            for (v[3] = 0; v[3] <= greatest; ++v[3]) visit(v);
}

bool has(const WideZone& z, const Values& v) { return contains(z.data(), clocks, v, 1); }

PricedZone random_zone(Rng& rng) {
    for (;;) {
        PricedZone z{WideZone(clocks * clocks), {100, Values(clocks), true}};
        set_all(z.zone.data(), clocks);
        for (std::size_t i = 1; i < clocks; ++i) z.zone[i * clocks] = at_most<WideBound>(between(rng, 0, most));
        for (std::size_t i = 0; i < clocks; ++i) {
            for (std::size_t j = 0; j < clocks; ++j)
                if (i != j && between(rng, 0, 3) == 0)
                    z.zone[i * clocks + j] =
                        std::min(z.zone[i * clocks + j], at_most<WideBound>(between(rng, -2, most)));
            if (i > 0) z.price.rates[i] = between(rng, -3, 4);
        }
        if (close(z.zone.data(), clocks)) return z;
    }
}

// The least price of a point in several parts, if it is in any.
template <class Part>
std::optional<std::int64_t> price_in(const std::vector<Part>& parts, const Values& v) {
    std::optional<std::int64_t> least_price;
    for (const Part& p : parts)
        if (has(p.part.zone, v)) least_price = std::min(least_price.value_or(1'000'000), price_at(p.part.price, v));
    return least_price;
}

}  // namespace

TEST_CASE("the least price over a zone is that of the cheapest of its points, and those have it where it says") {
    Rng rng(20'261'117);
    for (int round = 0; round < 2'000; ++round) {
        const PricedZone z = random_zone(rng);
        const auto found = least(z.zone, z.price);
        std::int64_t truth = std::numeric_limits<std::int64_t>::max();
        for_each_point(most, [&](const Values& v) {
            if (has(z.zone, v)) truth = std::min(truth, price_at(z.price, v));
        });
        REQUIRE(found);
        REQUIRE(found->attained);
        REQUIRE(found->price == truth);
        for_each_point(most, [&](const Values& v) {
            REQUIRE(has(found->where, v) == (has(z.zone, v) && price_at(z.price, v) == truth));
        });
    }
}

TEST_CASE("projection has every point at its least price over the clock that is forgotten") {
    Rng rng(1);
    for (int round = 0; round < 1'000; ++round) {
        const PricedZone z = random_zone(rng);
        const auto x = static_cast<Clock>(between(rng, 1, clocks - 1));
        std::vector<Projected> parts;
        project(z, x, parts);
        for_each_point(most, [&](const Values& v) {
            std::optional<std::int64_t> truth;
            Values before = v;
            for (before[x] = 0; before[x] <= most; ++before[x])
                if (has(z.zone, before)) truth = std::min(truth.value_or(1'000'000), price_at(z.price, before));
            REQUIRE(price_in(parts, v) == truth);
        });
    }
}

TEST_CASE("a delay has every point at the least price over all delays that lead there") {
    Rng rng(2);
    for (int round = 0; round < 1'000; ++round) {
        const PricedZone z = random_zone(rng);
        const std::int64_t rate = between(rng, 0, 6);
        std::vector<Delayed> parts;
        delay(z, rate, parts);
        for_each_point(most + later, [&](const Values& v) {
            std::optional<std::int64_t> truth;
            Values before = v;
            for (std::int64_t d = 0; d <= most + later; ++d) {
                if (has(z.zone, before))
                    truth = std::min(truth.value_or(1'000'000), price_at(z.price, before) + d * rate);
                for (std::size_t i = 1; i < clocks; ++i) --before[i];
                if (*std::min_element(before.begin() + 1, before.end()) < 0) break;
            }
            REQUIRE(price_in(parts, v) == truth);
        });
    }
}

TEST_CASE("a priced zone covers another if and only if each point of that is in it at no higher price") {
    Rng rng(3);
    int covered = 0;
    for (int round = 0; round < 3'000; ++round) {
        const PricedZone z = random_zone(rng);
        PricedZone other = z;
        for (int i = 0; i < 2; ++i) {
            WideZone smaller = other.zone;
            if (constrain(smaller.data(), clocks, static_cast<Clock>(between(rng, 0, 3)),
                          static_cast<Clock>(between(rng, 0, 3)), at_most<WideBound>(between(rng, 0, 3))))
                other.zone = smaller;
        }
        charge(other, between(rng, 0, 3));
        other.price.rates[static_cast<std::size_t>(between(rng, 1, 3))] += between(rng, -1, 1);
        bool truth = true;
        for_each_point(most, [&](const Values& v) {
            if (has(other.zone, v)) truth = truth && has(z.zone, v) && price_at(z.price, v) <= price_at(other.price, v);
        });
        REQUIRE(covers(z, other) == truth);
        covered += truth ? 1 : 0;
    }
    CHECK(covered > 300);
    CHECK(covered < 2'900);
}

TEST_CASE("above a constant a clock is forgotten: its values have the price of the cheapest of them") {
    Rng rng(4);
    int forgotten = 0;
    for (int round = 0; round < 1'000; ++round) {
        const PricedZone z = random_zone(rng);
        const auto x = static_cast<Clock>(between(rng, 1, clocks - 1));
        const std::int64_t constant = between(rng, 0, most - 1);
        std::vector<PricedZone> parts;
        forget_above(z, x, constant, parts);
        if (parts == std::vector{z}) continue;
        ++forgotten;
        for_each_point(most + 2, [&](const Values& v) {
            // Of the values above the constant the constant itself is the limit.
            std::optional<std::int64_t> truth, found;
            Values other = v;
            other[x] = std::min(v[x], constant);
            const bool above = v[x] > constant;
            bool some = !above;
            for (; other[x] <= (above ? most : v[x]); ++other[x]) {
                if (!has(z.zone, other)) continue;
                truth = std::min(truth.value_or(1'000'000), price_at(z.price, other));
                some = some || other[x] > constant;
            }
            if (!some) truth.reset();
            for (const PricedZone& part : parts)
                if (has(part.zone, v)) found = std::min(found.value_or(1'000'000), price_at(part.price, v));
            REQUIRE(found == truth);
        });
    }
    CHECK(forgotten > 300);
}
