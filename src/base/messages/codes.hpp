// The diagnostic codes. Each has a page in docs/reference/diagnostics.md, which `crowfly explain CODE` prints; a test
// holds the two together. Numbers are never reused: people search for them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace crowfly {

enum class Severity { error, warning };

enum class Code {
#define CROWFLY_CODE(id, name, severity, title) name,
#include "base/messages/codes.def"
#undef CROWFLY_CODE
};

struct CodeInfo {
    Code code;
    std::string_view id;  // "E012"
    Severity severity;
    std::string_view title;  // "unknown name"
};

const CodeInfo& describe(Code code);
std::span<const CodeInfo> all_codes();
std::optional<Code> find_code(std::string_view id);

}  // namespace crowfly
