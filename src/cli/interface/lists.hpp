// The lists of `crowfly list`, made from the registries, from the languages and from the command line as declared.
// `crowfly help` and the pages of docs/reference read them as well.
#pragma once

#include <string>
#include <vector>

#include "cli/interface/interface.hpp"
#include "render/models/list.hpp"

namespace crowfly {

std::vector<std::string> names_of_lists();        // "searches", …
std::string entry_kind(const std::string& list);  // "search" of "searches"

std::vector<List::Entry> entries_of_list(const std::string& list, const CommandInfo& tool);

}  // namespace crowfly
