#include "cli/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace crowfly {

bool write_file(const std::string& path, std::string_view text, Session& session) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (file) return true;
    const std::string reason = std::strerror(errno);
    const FileId nowhere = session.sources.add(path, "");
    session.diagnostics.add(Code::unwritable_output, {nowhere, 0, 0}, fmt::format("`{}` cannot be written: {}", path, reason));
    return false;
}

std::string numbered_path(const std::string& path, std::string_view suffix, const std::string& number) {
    const std::string stem = path.substr(0, path.size() - suffix.size() - 1);
    return fmt::format("{}{}.{}", stem, number, suffix);
}

}  // namespace crowfly
