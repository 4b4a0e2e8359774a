// The grammar of .tck files. Every function reports mistakes and returns what could be parsed.
#pragma once

#include <optional>
#include <string_view>

#include "base/messages/diagnostic.hpp"
#include "model/tck/syntax.hpp"

namespace crowfly::tck {

std::string_view keyword(Declaration::Kind kind);

// ---- parse_lines.cpp
Document parse_lines(FileId file, const Sources& sources, Diagnostics& diagnostics);

// ---- parse_programs.cpp
// The text of an attribute. Null, or nothing: an error was reported.
ExprPtr parse_condition(Span text, const Sources& sources, Diagnostics& diagnostics);
std::optional<std::vector<Statement>> parse_statements(Span text, const Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly::tck
