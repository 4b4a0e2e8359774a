// How `crowfly check` is asked to search, and what it may use: the options behind Settings and Limits.
#pragma once

#include "cli/interface/declaration.hpp"
#include "render/results/result.hpp"

namespace crowfly {

// A value that makes no sense ends in UsageError, with examples of some that do. Both must outlive the
// parsing.
void add_search_options(CommandDeclaration& command, SearchConfig& config);
void add_limit_options(CommandDeclaration& command, Limits& limits);  // those among them that limit

}  // namespace crowfly
