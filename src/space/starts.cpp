#include "space/starts.hpp"

#include <algorithm>

namespace crowfly {

std::vector<std::int32_t> first_start(const Network& network) {
    std::vector<std::int32_t> slots;
    for (const Slot& slot : network.slots) slots.push_back(slot.initial);
    return slots;
}

// Enumerates the combinations like a counter, the last process fastest.
bool next_start(const Network& network, std::span<std::int32_t> slots) {
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
    for (const Process& process : network.processes) count *= process.also_initial.size() + 1;
    return count;
}

}  // namespace crowfly
