// Text that stands where a query is expected and is none: a heading, or a question in the words of another logic.
#pragma once

#include <string>
#include <string_view>

namespace crowfly::uppaal {

// "----------", "== Safety ==": people structure long lists of queries like this.
bool is_heading(std::string_view text);

// What was probably meant, as a sentence: "did you mean `A[] p`?" for `AG p`.
std::string query_hint(std::string_view text);

}  // namespace crowfly::uppaal
