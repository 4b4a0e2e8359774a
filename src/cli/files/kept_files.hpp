// What options that name a file of the tool's own have in common: --save-heuristic, --checkpoint and those that read
// them.
#pragma once

#include <functional>
#include <string>

#include "base/files/kept_file.hpp"
#include "cli/process/session.hpp"

namespace crowfly {

// Takes the value of the option. An empty one is refused.
std::function<void(const std::string&)> file_name_into(std::string& path, const char* option);

// Whether a file can be written and holds nothing else now: a model is easily named by mistake. False: the
// session was told.
bool can_replace(const std::string& path, const FileKind& kind, Session& session);

}  // namespace crowfly
