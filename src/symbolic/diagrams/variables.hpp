// The Boolean variables of the states of a network: the binary digits of every slot, now and after a transition, side
// by side in the order. Clocks are kept like slots, after those of the network (digitised_clocks.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "network/analyses/value_ranges.hpp"
#include "network/network.hpp"
#include "symbolic/diagrams/number.hpp"

namespace crowfly::symbolic {

using SlotOrder = std::vector<std::uint32_t>;  // all slots, the one that is tested first first

struct SlotDigits {
    std::int32_t least = 0;  // a slot holds this plus what its digits say
    std::int32_t greatest = 0;
    std::vector<VariableNumber> now, next;  // the lowest first
};

class StateVariables {
public:
    // Values that a slot cannot have, by abstract interpretation, need no digits. `clocks`: their greatest values.
    StateVariables(const Network& network, const ValueRanges& ranges, std::span<const std::int32_t> clocks,
                   const SlotOrder& order);

    std::size_t count() const { return count_; }
    const SlotDigits& slot(std::uint32_t slot) const { return slots_[slot]; }
    std::size_t slots() const { return slots_.size(); }
    // All slots, the one that is tested last first: a conjunction over all of them, made in this order, takes linear
    // time, as every conjunct is put on top of the diagram so far.
    const SlotOrder& from_last() const { return from_last_; }

    // These need the diagrams, made with count() variables.
    std::vector<Number> numbers() const;  // what the slots hold now
    Bdd now() const;                      // all digits of this state
    Bdd holds(std::uint32_t slot, std::int32_t value) const;
    Bdd holds(const std::vector<std::int32_t>& state) const;  // whatever the clocks are
    Bdd is_legal(std::uint32_t slot) const;                   // no digits beyond the greatest value
    // Of the digits after a transition to those before. It may be used for all relations: a set has only such digits
    // after the transition as it changes.
    const Renaming& back() const;
    void forget_diagrams() { back_.reset(); }  // before they are gone
    // The only state of a set, without its clocks.
    std::vector<std::int32_t> state_in(const Bdd& set) const;

private:
    std::vector<SlotDigits> slots_;
    SlotOrder from_last_;
    std::size_t count_ = 0;
    mutable std::optional<Renaming> back_;
    std::size_t without_clocks_ = 0;  // how many slots the network has
};

}  // namespace crowfly::symbolic
