// Safe abstraction (Wehrle: Transition-based directed model checking, 2011, Sect. 5.3): which variables and processes a
// search need not know.
//
// A slot is *safe* if it can be given any of its values at any time: what changes it asks nothing of other slots and
// does nothing to them, and its values lie on cycles, so that none is left for good. Whatever else happens, it can be
// made to have the value that is asked for next. So it is left out (without_slots.hpp), the rest is searched, and the
// changes that are missing are put into the trace that is found (trace/splice.hpp). Slots that have been left out ask
// for nothing any more, which may make others safe in turn; processes with one location ask for nothing either.
//
// The changes take no time, so that much suffices where time does not depend on the slot. Hence the conditions of
// bars.hpp: a slot stays where it decides how long something lasts, who has to take part, or what may happen while a
// location is committed.
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
    std::vector<std::int32_t> values;     // all it can have
    std::vector<std::uint32_t> asks_for;  // safe slots found before it, which its changes read
};

struct KeptSlot {
    std::uint32_t slot = 0;
    std::string why;
};

struct SafeSlots {
    static constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();

    std::vector<SafeSlot> safe;  // each after those it asks for
    std::vector<KeptSlot> kept;  // processes with one location are not listed
    std::vector<std::uint32_t>
        owner;  // per transition: the safe slot that it changes, which is all it does; or no_slot

    const SafeSlot* find(std::uint32_t slot) const;
    SlotSet dropped() const;
};

// `formula` is what a state is looked for by; slots in `wanted` stay in any case.
SafeSlots safe_slots(const Network& network, const Formula& formula, const SlotSet& wanted = {});

// All edges that may take part in a transition.
std::vector<EdgeIndex> participants(const Network& network, const Transition& transition);

// More combinations of values than this are not told apart: a transition that reads so many slots keeps one of them.
constexpr std::size_t most_combinations = 1024;

}  // namespace crowfly
