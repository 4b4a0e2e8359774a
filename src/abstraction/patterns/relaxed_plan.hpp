// The variables of an abstract error trace of the monotonicity abstraction (Kupferschmid, Hoffmann, Larsen: Fast
// directed model checking via Russian doll abstraction, 2008): of a plan of the delete relaxation of the factored
// system, as hU has one of the network.
#pragma once

#include "abstraction/patterns/label_table.hpp"

namespace crowfly::pdb {

// Variables that the goal restricts, then those that the plan changes, from the goal backwards, then those that it
// only tests. Empty: the goal cannot be reached.
std::vector<VariableIndex> variables_of_relaxed_plan(const LabelTable& table);

}  // namespace crowfly::pdb
