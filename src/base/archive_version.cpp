#include "base/archive_version.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/version.hpp"

namespace crowfly {

void write_version(std::uint32_t format, ArchiveWriter& to) {
    to.number(format);
    to.text(version);
}

std::string why_other_version(std::uint32_t format, ArchiveReader& from) {
    const auto found = from.number<std::uint32_t>();
    if (found != format) return fmt::format("has format {}, and this version reads format {}", found, format);
    const std::string_view writer = from.text();
    if (writer == version) return "";
    // What is damaged may be anything.
    const bool is_version =
        writer.size() < 20 && std::ranges::all_of(writer, [](char c) { return c > ' ' && c < 127; });
    return fmt::format("was saved by {}, and this is Crowfly {}",
                       is_version ? fmt::format("Crowfly {}", writer) : "another version", version);
}

}  // namespace crowfly
