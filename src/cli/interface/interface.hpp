// The command line as data, read off what the commands have declared: help, man pages and shell completions are three
// ways to write it.
#pragma once

#include <string>
#include <vector>

#include "cli/interface/declaration.hpp"

namespace crowfly {

struct OptionInfo {
    std::vector<std::string> names;    // "-o", "--output"; "MODEL" of an argument
    std::string value;                 // "FILE"; empty for flags and arguments
    std::vector<std::string> choices;  // all values there are; empty if there are too many to list
    std::string description;           // its first sentence can stand alone
    DescribedValues values;            // with their descriptions; may be empty
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
    std::vector<std::string> essential;
    std::vector<std::string> examples;
    std::vector<SectionInfo> sections;  // by question
    std::vector<CommandInfo> commands;

    std::string usage() const;                // "crowfly check [OPTIONS] MODEL [QUERY...]"
    std::vector<OptionInfo> options() const;  // of all sections
};

CommandInfo interface_of(const CommandDeclaration& declared);

std::string spelling(const OptionInfo& option);       // "-o, --output FILE"
std::string first_sentence(const std::string& text);  // without its full stop

}  // namespace crowfly
