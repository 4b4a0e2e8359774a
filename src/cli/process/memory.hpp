// How much memory a search may take if nobody says: most of what is free, so that the machine is never driven into
// swap.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

namespace crowfly {

// What is free now, in bytes: of the machine, of the container around us and of the limits of the shell, whichever is
// least. `root` is where /proc and /sys are; another one only in tests.
std::optional<std::size_t> available_memory(const std::filesystem::path& root = "/");

std::size_t default_memory_limit();  // four fifths of it

}  // namespace crowfly
