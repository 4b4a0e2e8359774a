// From what a search found to a verdict.
#pragma once

#include <string_view>

#include "engine/answer.hpp"
#include "network/network.hpp"
#include "search/settings/search_outcome.hpp"

namespace crowfly {

inline constexpr std::string_view stopwatch_reason =
    "the network has stopwatches, and zones hold more than can be reached";

// Common to all searches: statistics, the proof, and the ends that are no verdict. Whether the search was sure.
bool settle(const SearchOutcome& outcome, Answer& answer);

// The witnesses have to be in the answer. `strict`: a verdict that rests on a witness is given only if it was replayed.
void judge(const Network& network, bool strict, bool found, bool good_if_found, Answer& answer);

}  // namespace crowfly
