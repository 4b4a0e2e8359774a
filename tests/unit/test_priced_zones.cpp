// Priced zones on examples small enough to be computed by hand, after the figures of Larsen et al., CAV 2001.
#include <doctest/doctest.h>

#include "zone/priced.hpp"
#include "zone/transport.hpp"

using namespace crowfly::zone;

namespace {

struct Constraint {
    Clock left, right;
    std::int64_t bound;
    bool strict = false;
};

// Over n clocks, clock 0 included.
PricedZone priced(std::size_t n, const std::vector<Constraint>& constraints, std::int64_t constant,
                  std::vector<std::int64_t> rates) {
    PricedZone z{WideZone(n * n), {constant, std::move(rates), true}};
    set_all(z.zone.data(), n);
    for (const Constraint& c : constraints)
        REQUIRE(constrain(z.zone.data(), n, c.left, c.right, bound<WideBound>(c.bound, c.strict)));
    return z;
}

// 2 <= x <= 4, y <= 3
PricedZone box(std::int64_t constant, std::vector<std::int64_t> rates) {
    return priced(3, {{1, 0, 4}, {0, 1, -2}, {2, 0, 3}}, constant, std::move(rates));
}

}  // namespace

TEST_CASE("the least price is at a corner: the lowest, the highest, or between the two") {
    CHECK(least(box(1, {0, 3, 2}).zone, {1, {0, 3, 2}, true})->price == 7);
    CHECK(least(box(20, {0, -3, -2}).zone, {20, {0, -3, -2}, true})->price == 2);
    CHECK(least(box(1, {0, 3, -2}).zone, {1, {0, 3, -2}, true})->price == 1);
    // y <= x <= 5: x - y is 0 at least, on a whole side of the zone
    const PricedZone triangle = priced(3, {{2, 1, 0}, {1, 0, 5}}, 3, {0, 1, -1});
    const auto lowest = least(triangle.zone, triangle.price);
    CHECK(lowest->price == 3);
    CHECK(lowest->where[1 * 3 + 2] == at_most<WideBound>(0));
    CHECK(lowest->where[1 * 3 + 0] == at_most<WideBound>(5));
    // 2x - y, y at most x + 2 and at most 4: x = 0, y = 2
    const PricedZone skew = priced(3, {{2, 1, 2}, {1, 0, 5}, {2, 0, 4}}, 0, {0, 2, -1});
    CHECK(least(skew.zone, skew.price)->price == -2);
}

TEST_CASE("a price that falls without end has no least value, and one behind a strict bound is not attained") {
    const PricedZone open = priced(2, {{0, 1, -2, true}}, 0, {0, 1});
    CHECK_FALSE(least(open.zone, {0, {0, -1}, true}));
    const auto approached = least(open.zone, open.price);
    CHECK(approached->price == 2);
    CHECK_FALSE(approached->attained);
    CHECK(least(open.zone, {0, {0, 0}, true})->attained);
}

TEST_CASE("projection goes along the lower facets if the clock costs, and along the upper ones if it saves") {
    // y <= x
    const PricedZone z = priced(3, {{1, 0, 4}, {0, 1, -2}, {2, 0, 3}, {2, 1, 0}}, 0, {0, 3, 1});
    std::vector<Projected> lower;
    project(z, 1, lower);
    REQUIRE(lower.size() == 2);
    CHECK(lower[0].tie == Tie{1, 0, 2});  // y <= 2: x = 2
    CHECK(lower[0].part.price == Price{6, {0, 0, 1}, true});
    CHECK(lower[0].part.zone[2 * 3] == at_most<WideBound>(2));
    CHECK(lower[1].tie == Tie{1, 2, 0});  // y >= 2: x = y
    CHECK(lower[1].part.price == Price{0, {0, 0, 4}, true});
    CHECK(lower[1].part.zone[2] == at_most<WideBound>(-2));

    std::vector<Projected> upper;
    project(box(12, {0, -3, 1}), 1, upper);
    REQUIRE(upper.size() == 1);
    CHECK(upper[0].tie == Tie{1, 0, 4});
    CHECK(upper[0].part.price == Price{0, {0, 0, 1}, true});

    std::vector<Projected> free;
    project(box(5, {0, 0, 1}), 1, free);
    REQUIRE(free.size() == 1);
    CHECK_FALSE(free[0].tie);
    CHECK(free[0].part.price == Price{5, {0, 0, 1}, true});
}

TEST_CASE("a strict facet decides where another one is equal: nothing is attained there") {
    // x > 2, x >= y, y <= 3
    const PricedZone z = priced(3, {{0, 1, -2, true}, {2, 1, 0}, {2, 0, 3}}, 0, {0, 1, 0});
    std::vector<Projected> parts;
    project(z, 1, parts);
    REQUIRE(parts.size() == 2);
    CHECK_FALSE(parts[0].part.price.attained);
    CHECK(parts[0].part.zone[2 * 3] == at_most<WideBound>(2));
    CHECK(parts[1].part.price.attained);
    CHECK(parts[1].part.zone[2] == less_than<WideBound>(-2));
}

TEST_CASE(
    "time that costs more than the clocks passes from the upper facets, and time that costs less from the lower") {
    const PricedZone start = priced(2, {{1, 0, 0}}, 0, {0, 0});
    std::vector<Delayed> parts;
    delay(start, 2, parts);
    REQUIRE(parts.size() == 1);  // the start is the least of what follows it
    CHECK(parts[0].part.price == Price{0, {0, 2}, true});
    CHECK(parts[0].part.zone[1 * 2] == infinity<WideBound>);

    const PricedZone range = priced(2, {{1, 0, 3}, {0, 1, -1}}, 0, {0, 5});
    parts.clear();
    delay(range, 2, parts);  // 5 at x = 1, and 2 for each unit after that
    REQUIRE(parts.size() == 1);
    CHECK(parts[0].tie == Tie{1, 0, 1});
    CHECK(parts[0].part.price == Price{3, {0, 2}, true});

    parts.clear();
    delay(range, 7, parts);  // up to x = 3 nobody waits
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].at_once);
    CHECK(parts[0].part == range);
    CHECK(parts[1].tie == Tie{1, 0, 3});
    CHECK(parts[1].part.price == Price{-6, {0, 7}, true});
    CHECK(parts[1].part.zone[1] == at_most<WideBound>(-3));

    parts.clear();
    delay(range, 5, parts);
    REQUIRE(parts.size() == 1);
    CHECK_FALSE(parts[0].tie);
    CHECK(parts[0].part.price == range.price);
}

TEST_CASE("which of two clocks is at its bound depends on their difference") {
    // x <= 2, y <= 3
    const PricedZone z = priced(3, {{1, 0, 2}, {2, 0, 3}}, 0, {0, 0, 0});
    std::vector<Delayed> parts;
    delay(z, 1, parts);
    REQUIRE(parts.size() == 3);
    CHECK(parts[1].tie == Tie{1, 0, 2});
    CHECK(parts[1].part.price == Price{-2, {0, 1, 0}, true});
    CHECK(parts[1].part.zone[2 * 3 + 1] == at_most<WideBound>(1));  // y - x <= 1
    CHECK(parts[2].tie == Tie{2, 0, 3});
    CHECK(parts[2].part.price == Price{-3, {0, 0, 1}, true});
}

TEST_CASE("a priced zone covers what it includes at no higher price anywhere") {
    const PricedZone wide = priced(2, {{1, 0, 4}}, 1, {0, 1});
    const PricedZone narrow = priced(2, {{1, 0, 3}, {0, 1, -2}}, 3, {0, 0});
    CHECK_FALSE(covers(wide, narrow));  // 1 + x at x = 3 is 4
    CHECK_FALSE(covers(narrow, wide));
    PricedZone dear = narrow;
    charge(dear, 1);
    CHECK(covers(wide, dear));
    CHECK(covers(wide, wide));
    PricedZone approached = wide;
    approached.price.attained = false;
    CHECK(covers(wide, approached));
    CHECK_FALSE(covers(approached, wide));
    CHECK(covers(approached, priced(2, {{1, 0, 4}}, 2, {0, 1})));
}

TEST_CASE("prices that do not fit into 64 bits are not computed with") {
    PricedZone z = priced(2, {{1, 0, 4}}, std::numeric_limits<std::int64_t>::max() - 1, {0, 0});
    charge(z, 1);
    CHECK_THROWS_AS(charge(z, 1), OutOfRange);
}
