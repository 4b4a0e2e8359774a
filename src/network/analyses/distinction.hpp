// Which slots distinguish the discrete states of a search: those relevant to its query (relevance.hpp), unless they are
// dead in the state (live_slots.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/analyses/live_slots.hpp"
#include "network/network.hpp"
#include "network/slot_set.hpp"

namespace crowfly {

struct Distinction {
    Distinction(const Network& network, const SlotSet& asked);  // `asked`: the slots that the query reads

    SlotSet slots;   // the relevant slots
    LiveSlots live;  // where they are live
};

// The slots that distinguish this state from others with the same locations, ascending. Null: all but meta variables.
std::vector<std::uint32_t> telling_slots(const Network& network, const Distinction* distinction,
                                         std::span<const std::int32_t> state);

}  // namespace crowfly
