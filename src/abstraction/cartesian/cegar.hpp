// Abstractions by refinement, one per subtask, within common limits.
#pragma once

#include "abstraction/cartesian/refinement.hpp"

namespace crowfly::cartesian {

enum class Subtasks : std::uint8_t { one, goals, landmarks };

struct Options {
    std::size_t states = 10'000;                               // of all abstractions together
    double seconds = std::numeric_limits<double>::infinity();  // likewise
    Subtasks subtasks = Subtasks::goals;
};

// Without a way to add them up: the greatest estimate counts.
AbstractionSet build(const FactoredSystem& system, const Options& options, const Effort& effort);

}  // namespace crowfly::cartesian
