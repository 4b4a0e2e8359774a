#include "task/domains.hpp"

#include <algorithm>

namespace crowfly {

Domains::Domains(const Network& network) : network_(network), slots_(network.state_slots) {
    for (ProcessIndex process = 0; process < network.processes.size(); ++process) {
        for (std::uint32_t l = 0; l < network.processes[process].locations.count; ++l) {
            Known& known = slots_[process];
            known.places.emplace(static_cast<std::int32_t>(l), static_cast<ValueIndex>(l));
            known.values.push_back(static_cast<std::int32_t>(l));
        }
    }
}

void Domains::add(std::span<const std::int32_t> state) {
    for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) add(slot, state[slot]);
}

ValueIndex Domains::add(std::uint32_t slot, std::int32_t value) {
    Known& known = slots_[slot];
    const auto found = known.places.find(value);
    if (found != known.places.end()) return found->second;
    if (known.values.size() >= most_values) {
        known.others = true;
        return other_values;
    }
    known.places.emplace(value, static_cast<ValueIndex>(known.values.size()));
    known.values.push_back(value);
    return static_cast<ValueIndex>(known.values.size() - 1);
}

void Domains::add_all(std::uint32_t slot) {
    const Slot& of = network_.slots[slot];
    if (slots_[slot].others || slots_[slot].complete) return;
    if (std::int64_t{of.greatest} - of.least >= static_cast<std::int64_t>(most_values)) {
        slots_[slot].others = true;
        return;
    }
    for (std::int32_t value = of.least; value < of.greatest; ++value) add(slot, value);
    add(slot, of.greatest);
    slots_[slot].complete = true;
}

FactTable Domains::facts() const {
    std::vector<FactTable::SlotFacts> slots;
    for (const Known& known : slots_) {
        FactTable::SlotFacts& of = slots.emplace_back();
        of.values = known.values;
        std::ranges::sort(of.values);
        of.others = known.others;
    }
    return FactTable(std::move(slots));
}

std::vector<Facts> Domains::numbering(const FactTable& facts) const {
    std::vector<Facts> all(slots_.size());
    for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
        for (const std::int32_t value : slots_[slot].values) all[slot].push_back(facts.fact(slot, value));
    }
    return all;
}

}  // namespace crowfly
