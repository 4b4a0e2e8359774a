// The heuristics that can guide a search. Each registers itself from its own file; so far there is none.
#pragma once

#include "base/registry.hpp"

namespace crowfly {

struct HeuristicPlugin : Declaration {};

Registry<HeuristicPlugin>& heuristics();

}  // namespace crowfly
