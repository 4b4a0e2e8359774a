// The text of docs/reference/diagnostics.md, embedded by the build: one page per diagnostic code, opened by a heading
// such as
// `## E012: unknown name` and reaching to the next one.
#pragma once

#include <string_view>

namespace crowfly {

std::string_view diagnostic_pages();

}  // namespace crowfly
