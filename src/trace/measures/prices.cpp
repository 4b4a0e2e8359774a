#include "trace/measures/prices.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "trace/checker/situation.hpp"

namespace crowfly {

std::optional<TracePrices> prices_of(const Network& network, const Trace& trace) {
    if (!network.prices) return std::nullopt;
    try {
        TracePrices prices;
        Situation here(network, trace.initial);
        for (const Step& step : trace.steps) {
            const Rational delay = step.move.delay * here.price_rate();
            here.pass(step.move.delay);
            if (!here.fire(step.move.firing).empty()) return std::nullopt;
            prices.steps.push_back({delay, here.charged()});
        }
        prices.rest = trace.rest * here.price_rate();
        return prices;
    } catch (const std::overflow_error&) {
        return std::nullopt;
    }
}

TraceCosts shown_prices(const TracePrices& prices, std::string total) {
    TraceCosts shown{"price", std::move(total), {}, {}};
    Rational sum;
    for (const TracePrices::StepPrice& step : prices.steps) {
        sum += step.total();
        const bool both = step.delay != Rational(0) && step.transition != 0;
        shown.steps.push_back(both ? fmt::format("{} + {}", to_string(step.delay), step.transition)
                                   : to_string(step.total()));
        shown.sums.push_back(to_string(sum));
    }
    return shown;
}

}  // namespace crowfly
