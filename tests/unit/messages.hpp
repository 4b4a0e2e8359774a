// What is said about a text that is wrong.
#pragma once

#include <string>

#include "base/messages/diagnostic.hpp"

namespace crowfly {

// "E003 at 3:1": the first message; "" if there is none.
inline std::string first_said(const Diagnostics& diagnostics, const Sources& sources) {
    if (diagnostics.all().empty()) return "";
    const Diagnostic& first = diagnostics.all().front();
    const Position at = sources.position(first.span.file, first.span.begin);
    return std::string(describe(first.code).id) + " at " + std::to_string(at.line) + ":" + std::to_string(at.column);
}

}  // namespace crowfly
