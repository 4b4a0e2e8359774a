// The values that slots are known to take, growing while a network is grounded.
#pragma once

#include <unordered_map>

#include "heuristic/ground/grounding.hpp"

namespace crowfly {

// A value of a slot: the place of a number in the order in which they were found, or any that has none.
using ValueIndex = std::uint32_t;
constexpr ValueIndex other_values = std::numeric_limits<ValueIndex>::max();

class Domains {
public:
    static constexpr std::size_t most_values = 256;

    explicit Domains(const Network& network);

    void add(std::span<const std::int32_t> state);
    ValueIndex add(std::uint32_t slot, std::int32_t value);
    void add_all(std::uint32_t slot);  // of its range

    // How many there are to choose from, those without a place of their own being the last.
    std::size_t size(std::uint32_t slot) const { return slots_[slot].values.size() + (slots_[slot].others ? 1 : 0); }
    ValueIndex choice(std::uint32_t slot, std::size_t which) const {
        return which < slots_[slot].values.size() ? static_cast<ValueIndex>(which) : other_values;
    }
    std::int32_t value(std::uint32_t slot, ValueIndex index) const { return slots_[slot].values[index]; }

    FactTable facts() const;
    // From places in order of discovery to facts.
    std::vector<Facts> numbering(const FactTable& facts) const;

private:
    struct Known {
        std::vector<std::int32_t> values;
        std::unordered_map<std::int32_t, ValueIndex> places;
        bool others = false;
    };

    const Network& network_;
    std::vector<Known> slots_;  // meta variables have none
};

}  // namespace crowfly
