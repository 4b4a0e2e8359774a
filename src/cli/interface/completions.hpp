// Scripts that make a shell complete commands, options and their values, written from what the commands have declared.
#pragma once

#include <string>

#include "cli/interface/interface.hpp"

namespace crowfly {

std::string bash_completions(const CommandInfo& tool);
std::string zsh_completions(const CommandInfo& tool);
std::string fish_completions(const CommandInfo& tool);

}  // namespace crowfly
