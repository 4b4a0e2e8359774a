#include "zone/priced.hpp"

#include <algorithm>

#include "zone/transport.hpp"

namespace crowfly::zone {
namespace {

using B = WideBound;

std::int64_t sum_of_rates(const Price& price) {
    std::int64_t sum = 0;
    for (const std::int64_t rate : price.rates) sum = checked_sum(sum, rate);
    return sum;
}

// One bound on what is to be chosen: the choice is at least (or at most) clock + offset.
struct Facet {
    Clock clock = 0;
    std::int64_t offset = 0;
    bool strict = false;
};

// Restricts the zone to where this facet decides: it is the greatest of those that bound the choice from below, or the
// least of those from above. Of two that are equal somewhere the strict one decides, because the choice is not attained
// there.
bool restrict_to_facet(WideZone& z, std::size_t n, const std::vector<Facet>& all, const Facet& facet, bool from_below) {
    for (const Facet& other : all) {
        if (other.clock == facet.clock) continue;
        const bool strictly = other.strict && !facet.strict;
        const std::int64_t ahead =
            from_below ? checked_sum(facet.offset, -other.offset) : checked_sum(other.offset, -facet.offset);
        const Clock less = from_below ? other.clock : facet.clock;
        const Clock more = from_below ? facet.clock : other.clock;
        if (!constrain(z.data(), n, less, more, bound<B>(checked<B>(ahead), strictly))) return false;
    }
    check_cut(z.data(), n);
    return true;
}

// The facets from below, or from above, of a clock: x >= y + offset, or x <= y + offset.
std::vector<Facet> facets_of(const WideZone& z, std::size_t n, Clock x, bool from_below) {
    std::vector<Facet> facets;
    for (Clock y = 0; y < n; ++y) {
        if (y == x) continue;
        const B b = from_below ? z[y * n + x] : z[x * n + y];
        if (b == infinity<B>) continue;
        facets.push_back({y, from_below ? -value_of(b) : value_of(b), is_strict(b)});
    }
    return facets;
}

// The choice is `facet.clock + facet.offset`, and each unit of it costs `rate`.
void pay_for(Price& price, const Facet& facet, std::int64_t rate) {
    price.constant = checked_sum(price.constant, checked_product(rate, facet.offset));
    if (facet.clock != 0) price.rates[facet.clock] = checked_sum(price.rates[facet.clock], rate);
    price.attained = price.attained && !facet.strict;
}

// Leaves out parts that others cover, which facets that meet everywhere give.
template <class Part>
void drop_covered(std::vector<Part>& parts, std::size_t first) {
    for (std::size_t i = first; i < parts.size();) {
        bool covered = false;
        for (std::size_t j = first; j < parts.size() && !covered; ++j)
            covered = j != i && covers(parts[j].part, parts[i].part);
        if (covered) {
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
}

// A delay of d is allowed if all clocks were at or below their upper bounds before it: it is at least x - bound. It was
// the shortest if one of them was at its bound, or there was none.
void delay_from_upper_facets(const PricedZone& z, std::int64_t surplus, std::vector<Delayed>& parts) {
    const std::size_t n = z.clocks();
    parts.push_back({z, true, std::nullopt});
    WideZone later = z.zone;
    up(later.data(), n);
    std::vector<Facet> facets{{0, 0, false}};
    for (Clock x = 1; x < n; ++x) {
        const B above = z.zone[x * n];
        if (above != infinity<B>) facets.push_back({x, -value_of(above), is_strict(above)});
    }
    for (std::size_t i = 1; i < facets.size(); ++i) {
        Delayed part{{later, z.price}, false, Tie{facets[i].clock, 0, -facets[i].offset}};
        if (!restrict_to_facet(part.part.zone, n, facets, facets[i], true)) continue;
        pay_for(part.part.price, facets[i], surplus);
        parts.push_back(std::move(part));
    }
}

// A delay of d is allowed if all clocks were at or above their lower bounds before it: it is at most x - bound.
void delay_from_lower_facets(const PricedZone& z, std::int64_t surplus, std::vector<Delayed>& parts) {
    const std::size_t n = z.clocks();
    WideZone later = z.zone;
    up(later.data(), n);
    std::vector<Facet> facets;
    for (Clock x = 1; x < n; ++x) facets.push_back({x, value_of(z.zone[x]), is_strict(z.zone[x])});
    for (const Facet& facet : facets) {
        Delayed part{{later, z.price}, false, Tie{facet.clock, 0, -facet.offset}};
        if (!restrict_to_facet(part.part.zone, n, facets, facet, false)) continue;
        pay_for(part.part.price, facet, surplus);
        parts.push_back(std::move(part));
    }
}

}  // namespace

void project(const PricedZone& z, Clock x, std::vector<Projected>& parts) {
    const std::size_t n = z.clocks();
    const std::size_t first = parts.size();
    const std::int64_t rate = z.price.rates[x];
    PricedZone without = z;
    without.price.rates[x] = 0;
    release(without.zone.data(), n, x);
    if (rate == 0) {
        parts.push_back({std::move(without), std::nullopt});
        return;
    }
    const std::vector<Facet> facets = facets_of(z.zone, n, x, rate > 0);
    for (const Facet& facet : facets) {
        Projected part{without, Tie{x, facet.clock, facet.offset}};
        if (!restrict_to_facet(part.part.zone, n, facets, facet, rate > 0)) continue;
        pay_for(part.part.price, facet, rate);
        parts.push_back(std::move(part));
    }
    drop_covered(parts, first);
}

// After a delay of d the price is that of the valuation before it, which is what the function says of the valuation
// after it minus d times the sum of the rates, plus d times the rate of time.
void delay(const PricedZone& z, std::int64_t rate, std::vector<Delayed>& parts) {
    const std::size_t first = parts.size();
    const std::int64_t surplus = checked_sum(rate, -sum_of_rates(z.price));
    if (surplus > 0) {
        delay_from_upper_facets(z, surplus, parts);
    } else if (surplus < 0) {
        delay_from_lower_facets(z, surplus, parts);
    } else {
        PricedZone later = z;
        up(later.zone.data(), z.clocks());
        parts.push_back({std::move(later), false, std::nullopt});
    }
    drop_covered(parts, first);
}

void forget_above(const PricedZone& z, Clock x, std::int64_t most, std::vector<PricedZone>& parts) {
    const std::size_t n = z.clocks();
    const B above = less_than<B>(-most);  // of 0 - x
    PricedZone beyond = z;
    const bool wholly = z.zone[x] <= above;
    const bool large = std::any_of(z.zone.begin() + static_cast<std::ptrdiff_t>(x * n),
                                   z.zone.begin() + static_cast<std::ptrdiff_t>((x + 1) * n),
                                   [&](B b) { return b != infinity<B> && value_of(b) > most; });
    if ((!wholly && !large) || !constrain(beyond.zone.data(), n, 0, x, above)) {
        parts.push_back(z);
        return;
    }
    if (!wholly) {
        parts.push_back(z);
        constrain(parts.back().zone.data(), n, x, 0, at_most<B>(most));
    }
    std::vector<Projected> projected;
    project(beyond, x, projected);
    for (Projected& part : projected) {
        constrain(part.part.zone.data(), n, 0, x, above);
        parts.push_back(std::move(part.part));
    }
}

void charge(PricedZone& z, std::int64_t amount) { z.price.constant = checked_sum(z.price.constant, amount); }

std::optional<Least> least(const WideZone& zone, const Price& price) {
    const std::size_t n = price.rates.size();
    const std::optional<Transport> flow = cheapest_transport(zone, price.rates);
    if (!flow) return std::nullopt;
    Least result{checked_sum(price.constant, -flow->cost), price.attained, zone};
    // A valuation is the cheapest if and only if it is at every bound that carries flow (complementary slackness).
    const auto go_to_bounds = [&](WideZone& where) {
        return std::ranges::all_of(flow->used, [&](const Transport::Use& use) {
            const B tight = at_most<B>(-value_of(zone[use.from * n + use.to]));
            return constrain(where.data(), n, use.to, use.from, tight);
        });
    };
    if (result.attained && go_to_bounds(result.where)) return result;
    result.attained = false;
    result.where = zone;
    for (B& b : result.where) {
        if (b != infinity<B>) b |= 1;
    }
    go_to_bounds(result.where);
    return result;
}

std::int64_t price_at(const Price& price, const std::vector<std::int64_t>& values) {
    std::int64_t total = price.constant;
    for (std::size_t i = 1; i < price.rates.size(); ++i)
        total = checked_sum(total, checked_product(price.rates[i], values[i]));
    return total;
}

bool covers(const PricedZone& z, const PricedZone& other) {
    if (!includes(z.zone.data(), other.zone.data(), z.clocks())) return false;
    Price more = other.price;
    more.constant = checked_sum(more.constant, -z.price.constant);
    for (std::size_t i = 0; i < more.rates.size(); ++i) more.rates[i] = checked_sum(more.rates[i], -z.price.rates[i]);
    const std::optional<Least> difference = least(other.zone, more);
    if (!difference || difference->price < 0) return false;
    return difference->price > 0 || z.price.attained || !other.price.attained;
}

}  // namespace crowfly::zone
