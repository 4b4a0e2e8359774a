// The public collection of models, if there is one.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include <doctest/doctest.h>

namespace crowfly {

// A folder of it; nothing, with a message, where CROWFLY_CORPUS does not name a collection that has it.
inline std::optional<std::filesystem::path> collected(const char* folder) {
    const char* corpus = std::getenv("CROWFLY_CORPUS");
    const std::filesystem::path path = std::filesystem::path(corpus == nullptr ? "" : corpus) / folder;
    if (corpus != nullptr && std::filesystem::exists(path)) return path;
    MESSAGE("skipped: CROWFLY_CORPUS is not set");
    return std::nullopt;
}

inline std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace crowfly
