// Is there a reachable state where a formula holds (or fails)? A symbolic state that a stored one covers is not
// expanded.
#pragma once

#include "network/formula.hpp"
#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"

namespace crowfly {

SearchResult search(const Network& network, const Formula& formula, const SearchOptions& options, const Limits& limits,
                    Observer& observer);

}  // namespace crowfly
