// Files are read by the version of the tool that wrote them: they name their format and that version.
#pragma once

#include <cstdint>
#include <string>

#include "base/archive.hpp"

namespace crowfly {

void write_version(std::uint32_t format, ArchiveWriter& to);

// Why this version cannot read on, as the end of a sentence about the file, or "". What another version has written
// need not be understood any further.
std::string why_other_version(std::uint32_t format, ArchiveReader& from);

}  // namespace crowfly
