// The source line under a message, with carets. Lines can be huge (some XML files are one line of 100 kB): only the
// part around the carets is read and shown.
#pragma once

#include <string>
#include <string_view>

namespace crowfly {

struct Excerpt {
    std::string line;
    std::string carets;  // blanks, then carets, under the marked part of `line`
};

// Marks the bytes [begin, end) of a line with at least one caret, even behind its end.
Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end, std::size_t width);

}  // namespace crowfly
