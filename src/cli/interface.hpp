// The command line as data, read off what the commands have declared: help, man pages and shell completions are three
// ways to write it.
#pragma once

#include <string>
#include <vector>

#include "cli/declaration.hpp"

namespace crowfly {

struct OptionInfo {
    std::vector<std::string> names;    // "-o", "--output"; "MODEL" of an argument
    std::string value;                 // "FILE"; empty for flags and arguments
    std::vector<std::string> choices;  // all values there are; empty if there are too many to list
    std::string description;           // its first line can stand alone
    bool is_argument = false;
    bool required = false;
    bool several = false;
    bool takes_file = false;
};

struct SectionInfo {
    std::string title;
    std::vector<OptionInfo> options;
};

struct CommandInfo {
    std::string name;  // "check"; "" for the tool itself
    std::string description;
    std::string footer;
    std::vector<SectionInfo> sections;  // Input, Search, Limits, Output, others
    std::vector<CommandInfo> commands;

    std::string usage() const;                // "crowfly check [OPTIONS] MODEL [QUERY...]"
    std::vector<OptionInfo> options() const;  // of all sections
};

CommandInfo interface_of(const CommandDeclaration& declared);

std::string spelling(const OptionInfo& option);  // "-o, --output FILE"
std::string first_line(const std::string& text);

}  // namespace crowfly
