// Files the tool writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files/replace_file.hpp"
#include "cli/process/session.hpp"

namespace crowfly {

// The file has this text afterwards, or, if it could not be written, what it had before. False: the session was told
// why.
bool write_file(const std::string& path, std::string_view text, Session& session);
bool write_file(const std::string& path, const WriteText& write, Session& session);  // likewise, in pieces

// Tried before the work is done, so that nobody waits for what cannot be kept. False: the session was told which cannot
// be written.
bool can_write(const std::vector<std::string>& paths, Session& session);

// A run that has no trace for a file must not leave the trace of an earlier run there. Warns about these paths, and
// about the files that were removed.
void leave_without_trace(const std::vector<std::string>& paths, Session& session);

// With "-2", "out.xtr" becomes "out-2.xtr" and "a.b/out.uppaal.txt" becomes "a.b/out-2.uppaal.txt"; `suffix` is the
// format's.
std::string numbered_path(const std::string& path, std::string_view suffix, const std::string& number);

}  // namespace crowfly
