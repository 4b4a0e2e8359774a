#include "space/starts.hpp"

#include <algorithm>
#include <limits>

namespace crowfly {

std::vector<std::int32_t> first_start(const Network& network) {
    std::vector<std::int32_t> slots;
    for (const Slot& slot : network.slots) slots.push_back(slot.initial);
    return slots;
}

// Enumerates the combinations like a counter, the last slot fastest.
bool next_start(const Network& network, std::span<std::int32_t> slots) {
    for (std::size_t s = network.features.inputs ? slots.size() : 0; s-- > network.processes.size();) {
        const Slot& slot = network.slots[s];
        if (!slot.any_initial) continue;
        slots[s] = slots[s] == slot.greatest ? slot.least : slots[s] + 1;
        if (slots[s] != slot.initial) return true;
    }
    for (std::size_t p = network.processes.size(); p-- > 0;) {
        const Process& process = network.processes[p];
        const auto others = std::span(process.also_initial);
        const auto at = std::ranges::find(others, static_cast<std::uint32_t>(slots[p]));
        // The current location is the first initial one.
        const auto next = at == others.end() ? others.begin() : at + 1;
        if (next != others.end()) {
            slots[p] = static_cast<std::int32_t>(*next);
            return true;
        }
        slots[p] = static_cast<std::int32_t>(process.initial);
    }
    return false;
}

std::uint64_t count_starts(const Network& network) {
    std::uint64_t count = 1;
    const auto multiply = [&](std::uint64_t by) {
        if (__builtin_mul_overflow(count, by, &count)) count = std::numeric_limits<std::uint64_t>::max();
    };
    for (const Process& process : network.processes) multiply(process.also_initial.size() + 1);
    for (const Slot& slot : network.slots) {
        if (slot.any_initial) multiply(static_cast<std::uint64_t>(std::int64_t{slot.greatest} - slot.least + 1));
    }
    return count;
}

}  // namespace crowfly
