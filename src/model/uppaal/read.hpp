// Reads a file of any format and version into a syntax tree.
#pragma once

#include <optional>
#include <string_view>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

// The format by content alone, since suffixes may be wrong and stdin has none. Nothing: the content cannot be a model
// (binary, HTML, JSON, …).
std::optional<Format> detect_format(std::string_view text);
bool looks_like_model(std::string_view text);

// Reads XML or XTA. Text in the syntax of UPPAAL 3.x is read as such, with a warning. A file that is not UTF-8 is read
// from a converted copy, which is added to the sources: spans refer to Document::file.
Document read_document(FileId file, Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly::uppaal
