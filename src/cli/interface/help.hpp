// Help, the same for all commands. `-h` is short: the options that everybody needs, and examples. `--help` has the
// names of all options, by question. `crowfly help COMMAND` has a sentence about each of them.
#pragma once

#include <string>

#include "cli/interface/interface.hpp"

namespace crowfly {

std::string short_help(const CommandInfo& command);
std::string help_by_question(const CommandInfo& command);
std::string full_help(const CommandInfo& command);

// An option with its sentences and its values.
std::string option_help(const OptionInfo& option);

// "  name      text", the text in lines of at most 100 columns that begin below each other.
std::string help_entry(const std::string& name, const std::string& text, std::size_t column, std::size_t indent = 2);

}  // namespace crowfly
