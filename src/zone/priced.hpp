// Priced zones (Larsen, Behrmann, Brinksma, Fehnker, Hune, Pettersson, Romijn: As cheap as possible: efficient
// cost-optimal reachability for priced timed automata, CAV 2001): zones with an affine function over them, the least
// price at which each valuation can be reached.
//
// The paper keeps the price at the lowest corner and moves it with every intersection; here the function has one
// constant for the whole space, so that intersections leave it alone. Delays and resets leave a variable to be chosen:
// how long the delay was, what the clock was before. The least price takes the least (or the greatest) choice, which
// one bound of the zone decides; which one depends on the valuation. So the result is cut into pieces, one per facet of
// the zone, with an affine function each.
//
// Strict bounds make prices infima that are approached and not attained. A piece is attained everywhere or nowhere.
//
// Bounds and prices have 64 bits. A number that does not fit throws OutOfRange.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "zone/zone.hpp"

namespace crowfly::zone {

// A price: `constant` plus the sum of rates[i] times clock i. rates[0] is 0.
struct Price {
    std::int64_t constant = 0;
    std::vector<std::int64_t> rates;
    bool attained = true;  // otherwise it is only approached

    friend bool operator==(const Price&, const Price&) = default;
};

// Not empty; the price is not negative anywhere.
struct PricedZone {
    WideZone zone;
    Price price;

    std::size_t clocks() const { return price.rates.size(); }
    friend bool operator==(const PricedZone&, const PricedZone&) = default;
};

// `left - right` has this value at the cheapest choice.
struct Tie {
    Clock left = 0;
    Clock right = 0;
    std::int64_t difference = 0;

    friend bool operator==(const Tie&, const Tie&) = default;
};

// The values of a clock are forgotten: the least price over them. The clock is released, and has the rate 0.
struct Projected {
    PricedZone part;
    std::optional<Tie> tie;  // nothing: any value of the clock is as cheap
};
void project(const PricedZone& z, Clock x, std::vector<Projected>& parts);

// Time passes, at this rate.
struct Delayed {
    PricedZone part;
    bool at_once = false;    // no delay is cheapest
    std::optional<Tie> tie;  // before the delay; nothing: any delay, or none at all, is as cheap
};
void delay(const PricedZone& z, std::int64_t rate, std::vector<Delayed>& parts);

// Values of a clock above `most` do not differ in what they lead to. So each of these valuations is as cheap as the
// cheapest that differs from it in such values of the clock alone: their price is what projection leaves, and the clock
// may be anything above `most`. Zones that have no larger numbers are left as they are; thus only finitely many are
// left.
void forget_above(const PricedZone& z, Clock x, std::int64_t most, std::vector<PricedZone>& parts);

void charge(PricedZone& z, std::int64_t amount);

// The least price over a zone. Nothing: prices fall without end.
struct Least {
    std::int64_t price = 0;
    bool attained = true;
    WideZone where;  // the valuations that have it, with all strict bounds made non-strict if it is not attained
};
std::optional<Least> least(const WideZone& zone, const Price& price);

// The price at a valuation of integers, clock 0 included.
std::int64_t price_at(const Price& price, const std::vector<std::int64_t>& values);

// Every valuation of `other` is in `z`, at no higher price; and attained if it is in `other`.
bool covers(const PricedZone& z, const PricedZone& other);

}  // namespace crowfly::zone
