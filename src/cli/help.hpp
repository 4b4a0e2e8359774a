// --help, the same for all commands: what it does, how it is called, its options by what they are about, examples.
#pragma once

#include <string>

#include "cli/interface.hpp"

namespace crowfly {

std::string help_text(const CommandInfo& command);

}  // namespace crowfly
