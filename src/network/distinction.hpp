// What tells discrete states apart that a search meets: the variables that can matter to its query, where they do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/live_slots.hpp"
#include "network/network.hpp"
#include "network/slot_set.hpp"

namespace crowfly {

struct Distinction {
    Distinction(const Network& network, const SlotSet& asked);  // `asked`: the slots that the query reads

    SlotSet slots;   // these at most, see relevance.hpp …
    LiveSlots live;  // … unless they are dead
};

// The slots that tell this state from others with the same locations, ascending. Null: all but meta variables.
std::vector<std::uint32_t> telling_slots(const Network& network, const Distinction* distinction,
                                         std::span<const std::int32_t> state);

}  // namespace crowfly
