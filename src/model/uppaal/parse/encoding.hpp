// Converts text of any common encoding to UTF-8 before it is parsed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/messages/source.hpp"

namespace crowfly::uppaal {

// The text in UTF-8, or nothing if it is UTF-8 already. UTF-16 is known by its byte order mark or by the zero byte next
// to a leading `<`; any byte that is not UTF-8 is taken for Latin-1, which is what old editors wrote into comments.
std::optional<std::string> to_utf8(std::string_view bytes);

// The file itself, or a copy of it in UTF-8 under the same name. Lines and columns are those of the original.
FileId in_utf8(FileId file, Sources& sources);

}  // namespace crowfly::uppaal
