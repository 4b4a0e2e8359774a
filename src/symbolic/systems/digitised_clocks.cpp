#include "symbolic/systems/digitised_clocks.hpp"

#include <algorithm>
#include <functional>

namespace crowfly::symbolic {
namespace {

constexpr std::int64_t greatest_constant = 10'000;

void for_each_constraint(const Formula& formula, bool wanted,
                         const std::function<void(const ClockConstraint&, bool)>& call) {
    if (formula.kind == Formula::Kind::clock) call(formula.constraint, wanted);
    const bool turns = formula.kind == Formula::Kind::negation;
    for (const Formula& operand : formula.operands) for_each_constraint(operand, wanted != turns, call);
}

}  // namespace

std::optional<NotSupported> digital_obstacle(const Network& network, const Formula& formula, bool wanted) {
    const Features& f = network.features;
    const Span span = network.clocks.size() > 1 ? network.clocks[1].span : Span{};
    if (f.diagonals) return NotSupported{"clocks are compared with one another", span};
    if (!network.rates.empty() || f.stopwatches) return NotSupported{"clocks have rates", span};
    if (f.clock_copies) return NotSupported{"clocks are copied", span};
    if (f.prices) return NotSupported{"runs have a price", span};
    if (f.priorities) return NotSupported{"there are priorities beside clocks", span};
    if (f.broadcast_clock_guards) return NotSupported{"who receives a broadcast depends on clocks", span};
    if (f.urgent_clock_guards) return NotSupported{"whether time may pass depends on clock guards", span};
    if (mentions_deadlock(formula)) return NotSupported{"`deadlock` depends on all delays", formula.span};
    std::optional<NotSupported> result;
    const auto check = [&](const ClockConstraint& c, bool holds) {
        if (c.strict == holds) result = NotSupported{"a clock is compared by < or >", c.span};
        if (c.left != 0 && c.right != 0) result = NotSupported{"clocks are compared with one another", c.span};
        if (c.bound.magnitude() > greatest_constant)
            result = NotSupported{"a clock is compared with a constant above 10 000", c.span};
    };
    for (const ClockConstraint& c : network.constraints) check(c, true);
    for_each_constraint(formula, wanted, check);
    return result;
}

std::vector<std::int32_t> last_values(const Network& network, const Formula& formula) {
    std::vector<std::int32_t> last(network.clocks.size(), 0);
    const auto add = [&](const ClockConstraint& c, bool) {
        const ClockIndex clock = std::max(c.left, c.right);
        last[clock] = std::max(last[clock], static_cast<std::int32_t>(c.bound.magnitude()) + 1);
    };
    for (const ClockConstraint& c : network.constraints) add(c, true);
    for_each_constraint(formula, true, add);
    return last;
}

}  // namespace crowfly::symbolic
