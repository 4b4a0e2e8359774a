#include "cli/files/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace crowfly {
namespace {

// True if there is no problem.
bool told(const std::string& path, int problem, Session& session) {
    if (problem == 0) return true;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const bool no_folder = problem == ENOENT && !folder.empty();
    const FileId nowhere = session.sources.add(path, "");
    session.diagnostics.add(Code::unwritable_output, {nowhere, 0, 0},
                            fmt::format("`{}` cannot be written: {}", path, std::strerror(problem)),
                            no_folder ? fmt::format("is there a folder `{}`?", folder) : "");
    return false;
}

std::string listed(const std::vector<std::string>& paths) {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, paths.size()); ++i)
        text += fmt::format("{}`{}`", i == 0 ? "" : ", ", paths[i]);
    return paths.size() > most ? fmt::format("{} and {} more", text, paths.size() - most) : text;
}

}  // namespace

bool write_file(const std::string& path, std::string_view text, Session& session) {
    return told(path, replace_file(path, text), session);
}

bool write_file(const std::string& path, const WriteText& write, Session& session) {
    return told(path, replace_file(path, write), session);
}

bool can_write(const std::vector<std::string>& paths, Session& session) {
    bool all = true;
    for (const std::string& path : paths) all = told(path, try_replacing(path), session) && all;
    return all;
}

void leave_without_trace(const std::vector<std::string>& paths, Session& session) {
    if (paths.empty()) return;
    std::vector<std::string> old;
    for (const std::string& path : paths) {
        if (!replaced_file(path).empty()) old.push_back(path);
    }
    session.diagnostics.add(Code::no_trace, session.command_line,
                            fmt::format("there is no trace to write to {}", listed(paths)),
                            old.empty() ? "" : fmt::format("the trace of an earlier run is removed: {}", listed(old)));
    for (const std::string& path : old) {
        if (unlink(replaced_file(path).c_str()) != 0) told(path, errno, session);
    }
}

std::string numbered_path(const std::string& path, std::string_view suffix, const std::string& number) {
    const std::string stem = path.substr(0, path.size() - suffix.size() - 1);
    return fmt::format("{}{}.{}", stem, number, suffix);
}

}  // namespace crowfly
