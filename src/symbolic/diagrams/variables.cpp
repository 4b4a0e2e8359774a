#include "symbolic/diagrams/variables.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace crowfly::symbolic {

StateVariables::StateVariables(const Network& network, const ValueRanges& ranges, std::span<const std::int32_t> clocks,
                               const SlotOrder& order)
    : slots_(network.slots.size() + clocks.size()), from_last_(order.rbegin(), order.rend()),
      without_clocks_(network.slots.size()) {
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        SlotDigits& digits = slots_[slot];
        if (slot >= without_clocks_) {
            digits.greatest = clocks[slot - without_clocks_];
            continue;
        }
        digits.least = network.slots[slot].least;
        digits.greatest = network.slots[slot].greatest;
        if (ranges.is_known && !ranges.slots[slot].empty()) {
            digits.least = std::max(digits.least, ranges.slots[slot].least());
            digits.greatest = std::min(digits.greatest, ranges.slots[slot].greatest());
        }
    }
    for (const std::uint32_t slot : order) {
        SlotDigits& digits = slots_[slot];
        const auto span = static_cast<std::uint32_t>(std::int64_t{digits.greatest} - digits.least);
        for (int i = 0; i < static_cast<int>(std::bit_width(span)); ++i) {
            digits.now.push_back(static_cast<VariableNumber>(count_++));
            digits.next.push_back(static_cast<VariableNumber>(count_++));
        }
        // The highest digit is tested first.
        std::ranges::reverse(digits.now);
        std::ranges::reverse(digits.next);
    }
}

std::vector<Number> StateVariables::numbers() const {
    std::vector<Number> result;
    for (const SlotDigits& slot : slots_) {
        Number own;
        for (const VariableNumber digit : slot.now) own.digits.push_back(Diagrams::literal(digit));
        own.digits.emplace_back();
        result.push_back(slot.least == 0 ? std::move(own) : sum(own, number(slot.least)));
    }
    return result;
}

Bdd StateVariables::now() const {
    std::vector<VariableNumber> all;
    for (const SlotDigits& slot : slots_) all.insert(all.end(), slot.now.begin(), slot.now.end());
    return Diagrams::variables(all);
}

Bdd StateVariables::holds(std::uint32_t slot, std::int32_t value) const {
    const SlotDigits& digits = slots_[slot];
    if (value < digits.least || value > digits.greatest) return {};
    const auto code = static_cast<std::uint32_t>(std::int64_t{value} - digits.least);
    Bdd result = Diagrams::all();
    for (std::size_t i = 0; i < digits.now.size(); ++i)
        result &= Diagrams::literal(digits.now[i], ((code >> i) & 1) != 0);
    return result;
}

Bdd StateVariables::holds(const std::vector<std::int32_t>& state) const {
    Bdd result = Diagrams::all();
    for (const std::uint32_t slot : from_last_) {
        if (slot < without_clocks_) result &= holds(slot, state[slot]);
    }
    return result;
}

Bdd StateVariables::is_legal(std::uint32_t slot) const {
    const SlotDigits& digits = slots_[slot];
    Number own;
    for (const VariableNumber digit : digits.now) own.digits.push_back(Diagrams::literal(digit));
    own.digits.emplace_back();
    return !less(number(std::int64_t{digits.greatest} - digits.least), own);
}

const Renaming& StateVariables::back() const {
    if (!back_) {
        std::vector<std::pair<VariableNumber, VariableNumber>> pairs;
        for (const SlotDigits& slot : slots_) {
            for (std::size_t i = 0; i < slot.now.size(); ++i) pairs.emplace_back(slot.next[i], slot.now[i]);
        }
        back_.emplace(pairs);
    }
    return *back_;
}

std::vector<std::int32_t> StateVariables::state_in(const Bdd& set) const {
    std::map<VariableNumber, bool> values;
    for (const auto& [variable, value] : Diagrams::values_of(set)) values.emplace(variable, value);
    std::vector<std::int32_t> state;
    for (const SlotDigits& slot : std::span(slots_).first(without_clocks_)) {
        std::uint32_t code = 0;
        for (std::size_t i = 0; i < slot.now.size(); ++i) {
            const auto found = values.find(slot.now[i]);
            if (found != values.end() && found->second) code |= std::uint32_t{1} << i;
        }
        state.push_back(static_cast<std::int32_t>(std::int64_t{slot.least} + code));
    }
    return state;
}

}  // namespace crowfly::symbolic
