// Hints for text that is not a query: a heading, or a query in the syntax of another logic; and for queries that no
// exhaustive search decides.
#pragma once

#include <string>
#include <string_view>

namespace crowfly::uppaal {

// "----------", "== Safety ==": headings in long lists of queries.
bool is_heading(std::string_view text);

// What was probably meant, as a sentence: "did you mean `A[] p`?" for `AG p`.
std::string query_hint(std::string_view text);

// What can be asked or done instead of a statistical query or a game; "": nothing comes near.
std::string hint_instead(std::string_view text);

}  // namespace crowfly::uppaal
