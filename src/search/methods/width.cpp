#include "search/methods/width.hpp"

#include <algorithm>
#include <limits>

namespace crowfly {
namespace {

constexpr std::int64_t least_integer = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t greatest_integer = std::numeric_limits<std::int32_t>::max();

bool is_large(std::int64_t value) { return value > zone::range<zone::Bound>; }

bool is_large(const ClockConstraint& c) {
    const bool anything =
        !c.bound.is_constant() && c.bound.least == least_integer && c.bound.greatest == greatest_integer;
    return !anything && is_large(c.bound.magnitude());
}

bool has_large_bound(const Formula& formula) {
    if (formula.kind == Formula::Kind::clock && is_large(formula.constraint)) return true;
    return std::ranges::any_of(formula.operands, has_large_bound);
}

}  // namespace

bool calls_for_wide_zones(const Network& network, std::initializer_list<const Formula*> formulas) {
    const auto is_set_far = [](const Clock& clock) { return is_large(clock.initial); };
    return std::ranges::any_of(network.constraints, [](const ClockConstraint& c) { return is_large(c); }) ||
           (is_large(network.largest_clock_value) && network.largest_clock_value < greatest_integer) ||
           std::ranges::any_of(network.clocks, is_set_far) || std::ranges::any_of(formulas, [](const Formula* formula) {
               return formula != nullptr && has_large_bound(*formula);
           });
}

}  // namespace crowfly
