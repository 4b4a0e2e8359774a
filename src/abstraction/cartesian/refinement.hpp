// Counterexample-guided Cartesian abstraction refinement (Seipp, Helmert, JAIR 2018). A shortest abstract path to the
// goal is followed by the states that it stands for. At the first abstract state where that is not possible any more,
// the states that were reached are split off from those that can go on. When a path can be followed to its end, its
// length is the distance of the initial state; when there is no abstract path, the goal cannot be reached. Paths from
// other states are refined as well.
//
// Labels need not be deterministic. As they move each variable by itself, the states that follow a path form a
// Cartesian set at every step, and so the path is spurious if and only if one variable has no value left.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "abstraction/abstraction.hpp"
#include "abstraction/cartesian/label_classes.hpp"

namespace crowfly::cartesian {

// What is to be reached: a state whose values are all in these sets, or one with a value outside of them.
struct Subtask {
    std::string name;
    std::vector<std::vector<bool>> sets;  // per variable; empty: all values
    bool is_outside = false;
};

struct Limits {
    std::size_t states = std::numeric_limits<std::size_t>::max();
    std::size_t transitions = std::numeric_limits<std::size_t>::max();
    std::size_t sample_tries = 10'000'000;  // of labels, for states other than the initial ones
    double seconds = std::numeric_limits<double>::infinity();
};

// What ends first, the limits or the effort, ends refinement; the abstraction is as good as it is by then.
std::unique_ptr<StateAbstraction> refine(const LabelClasses& labels, const Subtask& subtask, const Limits& limits,
                                         const Effort& effort);

}  // namespace crowfly::cartesian
