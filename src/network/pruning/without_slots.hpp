// A network without its safe slots. It has the same slots, but those left out keep their initial values and are not
// read.
//
// Transitions that change safe slots alone are removed. Every other transition that reads safe slots is copied once per
// combination of their values, with these values substituted; copies that become equal are merged. A guard on a safe
// slot thus holds if it does for some value, an assignment from it is a nondeterministic choice, and edges of one
// transition see the same values. The formula holds in a state if it does for some values.
//
// This *over-approximates* the network: every run of the original, without the removed transitions, is a run here,
// because nothing that forces or forbids a step reads the slots (keep_reasons.hpp), and all their values are
// enumerated. A state that cannot be reached here cannot be reached in the original.
#pragma once

#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"
#include "network/pruning/safe_slots.hpp"

namespace crowfly {

struct ReducedNetwork {
    Network network;
    Formula formula;
    std::vector<EdgeIndex> origins;  // per edge: the edge of the original network
};

// The search looks for a state in which the formula holds, or, if not `wanted`, fails.
ReducedNetwork without_slots(const Network& network, const Formula& formula, bool wanted, const SafeSlots& left_out);

}  // namespace crowfly
