// Bounded model checking of circuits (Biere, Cimatti, Clarke, Zhu: Symbolic model checking without BDDs, 1999): the
// circuit is unrolled, and a solver is asked for inputs that lead to the goal with a given number of transitions. It
// proves nothing about longer paths, but finds short ones in circuits of which decision diagrams become too large.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "symbolic/searches/path_extraction.hpp"

namespace crowfly::symbolic {

class BoundedSearch {
public:
    virtual ~BoundedSearch() = default;

    // A path with so many transitions; they are to be asked for in ascending order. Throws LimitReached.
    virtual std::optional<FoundPath> find(std::uint32_t length) = 0;
};

// Null: there is no solver, or the network is not a circuit of Boolean slots. What the goal refers to has to outlive
// it.
std::unique_ptr<BoundedSearch> make_bounded_search(const SystemGoal& goal);

}  // namespace crowfly::symbolic
