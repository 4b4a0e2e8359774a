// The result of `crowfly list`: plug-ins, kinds of queries, constructs of languages, commands and options, as text and
// as JSON (schema crowfly-list/1).
#pragma once

#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "base/plugins/registry.hpp"
#include "render/text.hpp"

namespace crowfly {

struct List {
    struct Entry {
        Declaration declaration;
        std::vector<std::string> engines;  // of a kind of query: the engines that decide it
    };

    std::string what;  // searches, heuristics, …: a name of src/cli/interface/lists.cpp
    std::vector<Entry> entries;
};

std::string list_text(const List& list, const TextStyle& style);
std::string list_json(const List& list, const Diagnostics& diagnostics, const Sources& sources);

}  // namespace crowfly
