// Hill climbing over collections of patterns (iPDB; Haslum, Botea, Helmert, Bonet, Koenig 2007): starts with one
// pattern per variable of the goal, and adds the pattern with one variable more that improves the estimates of most
// states of a sample, until none improves enough, the tables are full, or enough of them were tried.
#pragma once

#include "abstraction/patterns/collection.hpp"

namespace crowfly::pdb {

// `most_states`: of all patterns together.
std::vector<Pattern> climb(const LabelTable& table, std::uint64_t most_states, const Effort& effort);

}  // namespace crowfly::pdb
