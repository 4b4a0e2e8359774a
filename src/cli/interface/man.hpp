// A page for man(1), in roff, from what a command has declared.
#pragma once

#include <string>

#include "cli/interface/interface.hpp"

namespace crowfly {

std::string man_page(const CommandInfo& command, const std::string& version);

}  // namespace crowfly
