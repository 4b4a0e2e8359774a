// From a file to a syntax tree, whatever its format and age.
#pragma once

#include <optional>
#include <string_view>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/uppaal/syntax.hpp"

namespace crowfly::uppaal {

// The format by content alone: suffixes lie, and stdin has none. Nothing for what cannot be a model (binary, HTML,
// JSON, …).
std::optional<Format> detect_format(std::string_view text);
bool looks_like_model(std::string_view text);

// Reads XML or XTA. What is not today's syntax but is that of UPPAAL 3.x is read as such, with a warning. A file that
// is not UTF-8 is read from a converted copy that joins the sources: Document::file says which text the spans are of.
Document read_document(FileId file, Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly::uppaal
