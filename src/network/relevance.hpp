// Which variables can matter to a query: those it reads, those that decide what can happen (guards, channel indices,
// invariants, bounds and values of clocks), and those that such variables are computed from. All others, a counter that
// is only counted up, a log that nobody reads, change nothing that can be asked, and states that differ in them alone
// need not be told apart.
#pragma once

#include <vector>

#include "network/network.hpp"
#include "network/slot_set.hpp"

namespace crowfly {

// Adds what is read by assignments that set a clock or write one of the slots; these are done with. False: there are
// none.
bool add_reads_of_assignments(std::vector<const Footprint*>& assignments, SlotSet& slots);
SlotSet relevant_slots(const Network& network, const SlotSet& asked);  // `asked`: those that the query reads

}  // namespace crowfly
