// What options that name a file of the tool's own have in common: --save-heuristic, --checkpoint and those that read
// them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "cli/session.hpp"

namespace crowfly {

// Takes the value of the option. An empty one is refused.
std::function<void(const std::string&)> file_name_into(std::string& path, const char* option);

// Whether a file can be written and holds nothing else now: a model is easily named by mistake. `may_begin`: whether
// these are the first bytes of such a file. False: the session was told.
bool can_replace(const std::string& path, bool (*may_begin)(std::string_view), const char* content, Session& session);

}  // namespace crowfly
