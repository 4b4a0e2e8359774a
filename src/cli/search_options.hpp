// How `crowfly check` is asked to search, and what it may use: the options behind Settings and Limits.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "search/limits.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct SearchOptions {
    std::string search = "bfs";  // a name of the registry
    Settings settings;
    Limits limits;  // each per query
};

// A value that makes no sense ends in CLI::ValidationError, with examples of some that do. Both must outlive the parsing.
void add_search_options(CLI::App& app, SearchOptions& options);

}  // namespace crowfly
