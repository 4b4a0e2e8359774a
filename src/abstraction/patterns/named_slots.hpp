// Patterns that are typed: the names of processes and variables, as in traces, in braces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/network.hpp"

namespace crowfly::pdb {

inline bool has_names(const std::string& pattern) { return pattern.starts_with('{'); }

// The slots that "{a, b(0)}" names, in this order; the name of an array is that of all of its elements.
std::vector<std::uint32_t> named_slots(const Network& network, const std::string& pattern);

// What is wrong with the names of a pattern, in a sentence, or "".
std::string unknown_names(const Network& network, const std::string& heuristic, const std::string& pattern);

}  // namespace crowfly::pdb
