// --store: what is kept of visited states, as people type it.
#pragma once

#include <string>

#include "search/settings/settings.hpp"

namespace crowfly {

// cleary, bits=2^33, bits=8589934592, bits=1G, bits=2^33,hashes=2, compact=40. Throws UsageError.
LossyStore parse_store(const std::string& text);

}  // namespace crowfly
