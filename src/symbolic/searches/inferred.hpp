// The heuristic that Reffel and Edelkamp infer from the formula and the transition functions (Error detection with
// directed symbolic model checking, 1999, section 5). A conjunction is as far away as the farthest of its parts, a
// disjunction as the nearest; a slot that does not have its value yet is one transition farther away than what the
// nearest transition needs that assigns the value. That is unfolded `depth` times; from there on a slot that does not
// have its value is one transition away. Inputs cost nothing.
//
// Parts of the goal that no transition brings nearer at once are added up instead: their estimates count changes of
// slots, and no transition changes slots that two of them depend on. So it is where gates interleave.
//
// It is computed as sets: the states that are estimated at v or less. So no diagram with numbers is needed.
#pragma once

#include <functional>

#include "symbolic/searches/search.hpp"

namespace crowfly::symbolic {

struct InferredHeuristic {
    EstimateSets sets;
    std::uint32_t depth = 0;
};

// `check`: is called often and may throw LimitReached.
InferredHeuristic infer(NetworkSystem& network, std::uint32_t depth, const std::function<void()>& check = {});
// As deep as it pays: as long as there are more values than before, and the sets and all diagrams stay small.
InferredHeuristic infer(NetworkSystem& network, const std::function<void()>& check = {});

}  // namespace crowfly::symbolic
