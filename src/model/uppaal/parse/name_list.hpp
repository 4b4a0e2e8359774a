// Names in hints.
#pragma once

#include <string>
#include <vector>

namespace crowfly::uppaal {

// "`a`, `b` and 3 more"
std::string listed(const std::vector<std::string>& names);

}  // namespace crowfly::uppaal
