// States that random walks reach, for choices that are made by examples.
#pragma once

#include <vector>

#include "abstraction/factored_system.hpp"
#include "base/rng.hpp"

namespace crowfly {

// An initial state first. Walks have up to `longest` steps. There may be fewer samples than asked for where there are
// many labels.
std::vector<std::vector<Value>> sample_states(const FactoredSystem& system, std::size_t samples, std::size_t longest,
                                              Rng& rng);

}  // namespace crowfly
