// Safe abstraction (Wehrle: Transition-based directed model checking, 2011, Sect. 5.3): which variables and processes
// can be left out of a search.
//
// A slot is *safe* if it can be given any of its values at any time: the transitions that change it read and write no
// other slots, and its value graph is strongly connected. A safe slot can always be changed to the value that the next
// transition needs. So it is left out (without_slots.hpp), the rest is searched, and the missing changes are inserted
// into the trace that is found (reduce/splice.hpp). Transitions that change a slot may read slots found to be safe
// before, and processes with one location.
//
// The changes take no time. A slot is kept if time, the receivers of a broadcast, or transitions from committed
// locations depend on it (keep_reasons.hpp).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"
#include "network/slot_set.hpp"

namespace crowfly {

struct SafeSlot {
    std::uint32_t slot = 0;
    std::vector<std::int32_t> values;  // all values it can have
    std::vector<std::uint32_t> reads;  // the safe slots that the transitions changing it read
};

struct KeptSlot {
    std::uint32_t slot = 0;
    std::string why;
};

struct SafeSlots {
    static constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();

    std::vector<SafeSlot> safe;        // each after the slots it reads
    std::vector<KeptSlot> kept;        // processes with one location are not listed
    std::vector<std::uint32_t> owner;  // per transition: the safe slot that it changes, or no_slot
    std::vector<std::uint32_t> place;  // per slot: its index in `safe`, or no_slot

    void add(SafeSlot slot);
    const SafeSlot* find(std::uint32_t slot) const {
        return slot < place.size() && place[slot] != no_slot ? &safe[place[slot]] : nullptr;
    }
    std::vector<const SafeSlot*> among(const SlotSet& slots) const;  // in the order of `safe`
    SlotSet dropped() const;
};

// The safe slots for a search for a state that satisfies or violates `formula`. Slots in `wanted` are kept.
SafeSlots safe_slots(const Network& network, const Formula& formula, const SlotSet& wanted = {});

// All edges that may take part in a transition.
std::vector<EdgeIndex> participants(const Network& network, const Transition& transition);

// The most combinations of values that are enumerated. If a transition reads more, one of its slots is kept.
constexpr std::size_t most_combinations = 1024;

}  // namespace crowfly
