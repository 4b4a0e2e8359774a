// Bytes from files and from standard input, with an answer for everything that can be in the way.
#pragma once

#include <optional>
#include <string>

#include "cli/process/session.hpp"

namespace crowfly {

constexpr std::size_t largest_input = std::size_t{256} << 20U;

// Adds the text of a file, or of standard input for `-`, to the sources. Nothing: an error was reported.
std::optional<FileId> read_input(const std::string& path, Session& session);

bool is_regular_file(const std::string& path);

}  // namespace crowfly
