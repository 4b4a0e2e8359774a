#include "search/optimum/price_ahead.hpp"

#include <algorithm>

namespace crowfly {
namespace {

constexpr std::int64_t highest_price_ahead = std::int64_t{1} << 40;  // of one process

// What a time unit in the location costs at least.
std::int64_t least_rate(const Network& network, const Location& location) {
    std::int64_t rate = 0;
    for (const PriceRate& part : location.invariant.prices.of(network.prices->rates)) {
        if (!part.condition) rate += std::max(part.rate.least, 0);
    }
    return rate;
}

// The least bound of the guards on this clock. Nothing: the way does not wait for it.
std::optional<std::int64_t> wait_for(const OwnWay& way, ClockIndex clock) {
    std::optional<std::int64_t> bound;
    for (const Waiting& guard : way.guards) {
        if (guard.clock == clock) bound = std::max(bound.value_or(guard.bound), guard.bound);
    }
    return bound;
}

}  // namespace

PriceAhead::PriceAhead(const Network& network, const Formula& goal, bool wanted) {
    if (!wanted) return;
    Terms terms(network);
    for (const Traveller& traveller : travellers_to(network, goal, terms)) {
        const auto is_same = [&](const Debtor& debtor) { return debtor.process == traveller.process; };
        if (std::ranges::any_of(debtors_, is_same)) continue;  // nobody pays twice
        std::vector<std::int64_t> rates;
        for (std::uint32_t l = 0; l < traveller.ways.size(); ++l)
            rates.push_back(least_rate(network, network.location(traveller.process, l)));
        const std::vector<TimedWay> ways = timed_ways(traveller, [&](std::uint32_t l) { return rates[l]; });
        const std::vector<std::int64_t> least = least_times(ways, traveller.goal, traveller.ways.size());
        Debtor debtor{traveller.process, {}};
        for (std::uint32_t l = 0; l < traveller.ways.size(); ++l)
            debtor.due.push_back(l == traveller.goal ? Due{} : due_at(traveller, l, rates[l], least));
        debtors_.push_back(std::move(debtor));
    }
}

PriceAhead::Due PriceAhead::due_at(const Traveller& traveller, std::uint32_t location, std::int64_t rate,
                                   const std::vector<std::int64_t>& least) {
    Due due{highest_price_ahead, 0, 0, 0};
    const std::vector<OwnWay>& ways = traveller.ways[location];
    for (const OwnWay& way : ways) due.after = std::min(due.after, least[way.target]);
    if (ways.empty() || rate == 0) return due;
    for (const Waiting& guard : ways.front().guards) {
        std::optional<std::int64_t> bound;
        for (const OwnWay& way : ways) {
            const std::optional<std::int64_t> waits = wait_for(way, guard.clock);
            bound = std::min(bound.value_or(waits.value_or(0)), waits.value_or(0));
        }
        if (due.rate == 0 || *bound > due.bound) due = {due.after, rate, guard.clock, *bound};
    }
    return due;
}

void PriceAhead::add(std::span<const std::int32_t> slots, const ActiveClocks& active, const zone::WideZone& zone,
                     zone::Price& price) const {
    for (const Debtor& debtor : debtors_) {
        const Due& due = debtor.due[static_cast<std::size_t>(slots[debtor.process])];
        price.constant = zone::checked_sum(price.constant, due.after);
        if (due.rate == 0) continue;
        const std::optional<std::size_t> row = row_of(active, due.clock);
        if (!row || zone[*row * active.size()] > zone::at_most<zone::WideBound>(due.bound)) continue;
        price.constant = zone::checked_sum(price.constant, zone::checked_product(due.rate, due.bound));
        price.rates[*row] = zone::checked_sum(price.rates[*row], -due.rate);
    }
}

}  // namespace crowfly
