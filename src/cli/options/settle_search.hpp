// What the options of a search mean together: which ones go with which, and what those that are left out become. Each
// function throws a UsageError if options contradict each other.
#pragma once

#include <string>

#include "cli/interface/declaration.hpp"
#include "render/results/result.hpp"

namespace crowfly {

constexpr std::string_view default_heuristic = "hU";
constexpr std::string_view default_admissible = "dL";

void choose_search(const std::string& text, SearchConfig& config);
void choose_heuristic(const std::string& text, SearchConfig& config);

// Called once all options have been read.
void settle_search(const CommandDeclaration& command, SearchConfig& config);

}  // namespace crowfly
