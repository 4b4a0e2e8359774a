// Why an abstract error path is spurious: constraints of its steps and of the error condition that contradict one
// another, or the initial state, with their weakest preconditions on the way back to where they do.
//
// Only minimal cores of them become predicates (core.hpp). With a core the abstraction knows, step by step, what an
// exact regression of it knows, so that it finds the contradiction as well. A path may have several: the constraints of
// a core are put aside, and the search goes on for one among the others.
#pragma once

#include <optional>
#include <vector>

#include "abstraction/predicates/abstract_space.hpp"

namespace crowfly::predicates {

struct Reasons {
    std::vector<Predicate> cores;
    std::vector<Predicate> all;  // of all constraints along the path: if the cores have nothing new
};

// The values of integers contradict one another, or `initial`, the values of slots. Nothing: none do.
std::optional<Reasons> integer_reasons(const System& system, Regression& regression, const AbstractSpace::Path& path,
                                       const std::vector<std::int32_t>& initial);

// No clock values fit, or none of `initial`. Nothing: some do, or the locations do not fit, which say what invariants
// hold.
std::optional<Reasons> clock_reasons(const System& system, const Regression& regression,
                                     const AbstractSpace::Path& path, const zone::WideZone& initial);

}  // namespace crowfly::predicates
