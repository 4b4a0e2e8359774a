#include "space/priced/price_meter.hpp"

namespace crowfly {

std::optional<std::int64_t> PriceMeter::rate(std::span<const std::int32_t> slots) {
    state_.assign(slots.begin(), slots.end());
    evaluator_.bind(state_);
    std::int64_t sum = 0;
    bool given = false;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        const Location& location = network_.location(p, static_cast<std::uint32_t>(slots[p]));
        for (const PriceRate& part : location.invariant.prices.of(network_.prices->rates)) {
            const std::optional<bool> applies = evaluator_.holds(part.condition);
            if (!applies) return fail(p, evaluator_.fault());
            if (!*applies) continue;
            const std::optional<std::int32_t> value = evaluator_.value(part.rate);
            if (!value) return fail(p, evaluator_.fault());
            if (*value < 0) return fail(p, {FaultKind::negative_cost, *value, 0, 0, part.span});
            sum += *value;
            given = true;
        }
    }
    return given ? sum : network_.prices->otherwise;
}

std::optional<std::int64_t> PriceMeter::fail(ProcessIndex process, const Fault& fault) {
    stop_ = {};
    stop_.kind = Stop::Kind::fault;
    stop_.part = Stop::Part::invariant;
    stop_.process = process;
    stop_.location = static_cast<std::uint32_t>(state_[process]);
    stop_.fault = fault;
    return std::nullopt;
}

}  // namespace crowfly
