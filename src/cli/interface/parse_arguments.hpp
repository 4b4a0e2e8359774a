// Reads a command line into the targets that the commands have declared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/interface/declaration.hpp"

namespace crowfly {

struct WrongChoice {
    std::string option, value;
    std::vector<std::string> choices;
};

struct ParsedArguments {
    enum class Kind : std::uint8_t { run, short_help, help, version, mistake };

    Kind kind = Kind::run;
    CommandDeclaration* command = nullptr;  // the one that was asked for, or the tool itself
    std::string problem = {};               // of a mistake: a sentence
    std::optional<WrongChoice> wrong_choice = {};
};

ParsedArguments parse_arguments(CommandDeclaration& tool, const std::vector<std::string>& arguments,
                                const std::string& version);

}  // namespace crowfly
