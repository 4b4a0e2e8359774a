// Shrinking for proofs. A step is silent if no other factor takes part in its label: the factor can take it whenever it
// wants to. States that lead to each other by silent steps become one, and then states that can do the same after any
// number of silent steps, as long as there are at most N classes. If the goal cannot be reached before, it cannot be
// reached afterwards, unless the bound was exceeded. Distances get less.
#pragma once

#include "abstraction/merge_and_shrink/shrink.hpp"

namespace crowfly::mas {

Classes find_weak_classes(const TransitionSystem& system, const Shrinking& shrinking);

}  // namespace crowfly::mas
