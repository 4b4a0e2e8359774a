// Enumerates the combinations of values of safe slots.
#pragma once

#include <vector>

#include "base/alarm.hpp"
#include "network/pruning/safe_slots.hpp"
#include "network/pruning/substitution.hpp"

namespace crowfly {

template <class Visit>
void for_each_combination(const std::vector<const SafeSlot*>& slots, const Visit& visit) {
    SlotValues values;
    const auto choose = [&](const auto& self, std::size_t next) -> void {
        poll();
        if (next == slots.size()) return visit(values);
        for (const std::int32_t value : slots[next]->values) {
            values[slots[next]->slot] = value;
            self(self, next + 1);
        }
    };
    choose(choose, 0);
}

// The values of the slots in the set.
inline SlotValues restricted(const SlotValues& values, const SlotSet& slots) {
    SlotValues result;
    for (const auto& [slot, value] : values) {
        if (slots.contains(slot)) result.emplace(slot, value);
    }
    return result;
}

}  // namespace crowfly
