// The values that slots can have, as far as they are known; they grow while a network is grounded.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "network/network.hpp"
#include "task/facts.hpp"

namespace crowfly {

// A value of a slot by its place in the order of discovery; `other_values` stands for all without a place.
using ValueIndex = std::uint32_t;
constexpr ValueIndex other_values = std::numeric_limits<ValueIndex>::max();

class Domains {
public:
    static constexpr std::size_t most_values = 256;

    explicit Domains(const Network& network);

    void add(std::span<const std::int32_t> state);
    ValueIndex add(std::uint32_t slot, std::int32_t value);
    void add_all(std::uint32_t slot);  // of its range

    // How many values there are to choose from; the last stands for all without a place.
    std::size_t size(std::uint32_t slot) const { return slots_[slot].values.size() + (slots_[slot].others ? 1 : 0); }
    ValueIndex choice(std::uint32_t slot, std::size_t which) const {
        return which < slots_[slot].values.size() ? static_cast<ValueIndex>(which) : other_values;
    }
    std::int32_t value(std::uint32_t slot, ValueIndex index) const { return slots_[slot].values[index]; }

    FactTable facts() const;
    // Per slot: the fact of each value.
    std::vector<Facts> numbering(const FactTable& facts) const;

private:
    struct Known {
        std::vector<std::int32_t> values;
        std::unordered_map<std::int32_t, ValueIndex> places;
        bool others = false;
        bool complete = false;  // all values of its range are known
    };

    const Network& network_;
    std::vector<Known> slots_;  // meta variables have none
};

}  // namespace crowfly
