#include "network/analyses/distinction.hpp"

#include "network/pruning/relevance.hpp"

namespace crowfly {

Distinction::Distinction(const Network& network, const SlotSet& asked)
    : slots(relevant_slots(network, asked)), live(network, asked) {}

std::vector<std::uint32_t> telling_slots(const Network& network, const Distinction* distinction,
                                         std::span<const std::int32_t> state) {
    SlotSet all;
    all.add(0, network.state_slots);
    const SlotSet& slots = distinction == nullptr ? all : distinction->slots;
    const std::vector<std::uint32_t> none;
    const std::vector<std::uint32_t>& mortal = distinction == nullptr ? none : distinction->live.mortal();
    std::vector<std::uint32_t> telling;
    std::size_t which = 0;
    for (const SlotSet::Range& range : slots.ranges()) {
        for (std::uint32_t slot = range.first; slot <= range.last && slot < network.state_slots; ++slot) {
            while (which < mortal.size() && mortal[which] < slot) ++which;
            if (which == mortal.size() || mortal[which] != slot || !distinction->live.is_dead(network, state, which))
                telling.push_back(slot);
        }
    }
    return telling;
}

}  // namespace crowfly
