// Documentation that the build embeds. A page is opened by a heading such as `## E012: unknown name` and reaches to the
// next heading of that rank.
#pragma once

#include <string>
#include <string_view>

namespace crowfly {

std::string_view diagnostic_pages();  // docs/reference/diagnostics.md: one page per diagnostic code
std::string_view verdict_pages();  // docs/reference/verdicts.md; the pages of `unknown`, `maybe` … open with that word
std::string diagnostic_page(std::string_view id);  // of one code; "" if there is none

}  // namespace crowfly
