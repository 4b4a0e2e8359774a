// The tool as one function: arguments in, exit code out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/process/session.hpp"

namespace crowfly {

int run_tool(std::vector<std::string> arguments);

// Runs a command; an exception that gets here is a bug of ours (or the end of memory) and becomes a diagnostic.
int run_guarded(Session& session, const std::function<int()>& command);

}  // namespace crowfly
