// Files the tool writes.
#pragma once

#include <string>
#include <string_view>

#include "cli/session.hpp"

namespace crowfly {

// False: it could not be written, and the session was told.
bool write_file(const std::string& path, std::string_view text, Session& session);

// With "-2", "out.xtr" becomes "out-2.xtr" and "a.b/out.uppaal.txt" becomes "a.b/out-2.uppaal.txt"; `suffix` is the format's.
std::string numbered_path(const std::string& path, std::string_view suffix, const std::string& number);

}  // namespace crowfly
