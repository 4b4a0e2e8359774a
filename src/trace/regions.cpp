#include "trace/regions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crowfly {

Regions::Regions(const Network& network, const Property& query)
    : network_(network), largest_(network.clocks.size(), -1) {
    for (const ClockConstraint& constraint : network.constraints) consider(constraint);
    for (const Formula* formula : formulas_of(query)) consider(*formula);
    exact_ = exact_ || network.features.clock_copies || network.features.stopwatches;
}

void Regions::consider(const ClockConstraint& c) {
    const std::int64_t size = std::max(std::abs(std::int64_t{c.bound.least}), std::abs(std::int64_t{c.bound.greatest}));
    largest_[c.left] = std::max(largest_[c.left], size);
    largest_[c.right] = std::max(largest_[c.right], size);
    exact_ = exact_ || (c.left != 0 && c.right != 0);
}

void Regions::consider(const Formula& formula) {
    if (formula.kind == Formula::Kind::clock) consider(formula.constraint);
    for (const Formula& operand : formula.operands) consider(operand);
}

std::string Regions::differ(const ConcreteState& a, const ConcreteState& b, const SlotSet* compared) const {
    for (std::uint32_t slot = 0; slot < network_.state_slots; ++slot) {
        if (compared != nullptr && !compared->contains(slot)) continue;
        if (a.slots[slot] != b.slots[slot])
            return fmt::format("`{}` is not the same at both ends of the loop", network_.slots[slot].name);
    }
    const auto fraction = [](const Rational& r) { return r - Rational(r.floor()); };
    const auto differs = [&](std::size_t c) {
        return fmt::format("the clock `{}` is not the same at both ends of the loop", network_.clocks[c].name);
    };
    std::vector<std::size_t> near;
    for (std::size_t c = 1; c < largest_.size(); ++c) {
        const Rational limit(largest_[c]);
        if (a.clocks[c] > limit && b.clocks[c] > limit && !exact_) continue;
        if (largest_[c] < 0 && !network_.features.clock_copies) continue;
        if (exact_ ? a.clocks[c] != b.clocks[c] : a.clocks[c].floor() != b.clocks[c].floor()) return differs(c);
        if ((a.clocks[c] > limit) != (b.clocks[c] > limit)) return differs(c);
        near.push_back(c);
    }
    for (const std::size_t c : near) {
        if ((fraction(a.clocks[c]) == 0) != (fraction(b.clocks[c]) == 0)) return differs(c);
        for (const std::size_t d : near) {
            if ((fraction(a.clocks[c]) <= fraction(a.clocks[d])) != (fraction(b.clocks[c]) <= fraction(b.clocks[d])))
                return differs(c);
        }
    }
    return "";
}

}  // namespace crowfly
