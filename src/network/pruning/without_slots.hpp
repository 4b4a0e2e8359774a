// A network without its safe slots: the same slots, but those left out keep their initial values and nothing reads
// them.
//
// Transitions that only change such slots are gone. Of every other transition there is a copy per combination of values
// that it reads, with these values put in; copies that differ in nothing but conditions already decided are one. So a
// guard on a slot that was left out is met if any value meets it, an assignment from it is a choice, and edges that act
// together agree on what they find. The formula holds where it does for some values.
//
// This *over-approximates* the network: a run of the original, without the transitions that are gone, is a run here,
// because nothing that forces or forbids anything reads the slots (bars.hpp), and their values are among those
// enumerated. So what cannot be reached here cannot be reached at all.
#pragma once

#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"
#include "network/pruning/safe_slots.hpp"

namespace crowfly {

struct ReducedNetwork {
    Network network;
    Formula formula;
    std::vector<EdgeIndex> origins;  // per edge: which it was
};

// The formula is to hold, or, if not `wanted`, to fail.
ReducedNetwork without_slots(const Network& network, const Formula& formula, bool wanted, const SafeSlots& left_out);

}  // namespace crowfly
