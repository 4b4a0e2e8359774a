// Cone of influence: which variables are relevant to a query. These are the variables it reads, those that guards,
// channel indices, invariants, bounds and values of clocks read, and those that relevant variables are computed from.
// All other variables, such as a counter that nothing compares, do not affect the query, and states that differ in them
// alone are equivalent.
#pragma once

#include <vector>

#include "network/network.hpp"
#include "network/slot_set.hpp"

namespace crowfly {

// Adds the slots read by assignments that set a clock or write one of the slots, and removes these assignments from the
// list. False: there are none.
bool add_reads_of_assignments(std::vector<const Footprint*>& assignments, SlotSet& slots);
SlotSet relevant_slots(const Network& network, const SlotSet& asked);  // `asked`: those that the query reads

}  // namespace crowfly
