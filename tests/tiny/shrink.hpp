// Makes a failing case small enough to read: cuts one thing after the other for as long as it still fails.
#pragma once

#include <functional>

#include "tiny/net.hpp"

namespace crowfly::tiny {

// `fails(start)` holds. The result fails too, and none of its cuts does.
Case shrink(Case start, const std::function<bool(const Case&)>& fails);

// Everything that is one cut smaller, the largest cuts first.
std::vector<Case> cuts(const Case& from);

}  // namespace crowfly::tiny
