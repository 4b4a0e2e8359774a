// The topics of `crowfly help TOPIC`: commands, options, the values of options, the entries of `crowfly list`, codes of
// diagnostics, and a few pages. All but the pages are read off declarations, so a new plug-in is a topic at once.
#pragma once

#include <string>
#include <vector>

#include "cli/interface/interface.hpp"

namespace crowfly {

struct Topic {
    std::string kind;                // "command", "option", "search"
    std::vector<std::string> names;  // the first as it is written: "--search", "search"
    std::string text;
};

std::vector<Topic> help_topics(const CommandInfo& tool);

// As shells offer them: without dashes, each once.
std::vector<std::string> topic_names(const CommandInfo& tool);

// All topics of this name, one after the other; several kinds may have it. Nothing: "".
std::string help_on(const std::string& name, const CommandInfo& tool);

}  // namespace crowfly
