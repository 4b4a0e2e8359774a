#include "cli/files/kept_files.hpp"

#include <fmt/format.h>

#include "cli/files/input_file.hpp"
#include "cli/files/output.hpp"
#include "cli/interface/declaration.hpp"

namespace crowfly {

std::function<void(const std::string&)> file_name_into(std::string& path, const char* option) {
    return [&path, option](const std::string& text) {
        if (text.empty()) throw UsageError(option, "the name of the file is empty");
        path = text;
    };
}

bool can_replace(const std::string& path, const FileKind& kind, Session& session) {
    if (!can_write({path}, session)) return false;
    const std::string replaced = replaced_file(path);
    if (replaced.empty() || may_begin(kind, first_bytes(replaced))) return true;
    session.diagnostics.add(Code::unwritable_output, session.command_line,
                            fmt::format("`{}` exists and {}", path, kind.why_other), "name another file, or remove it");
    return false;
}

}  // namespace crowfly
