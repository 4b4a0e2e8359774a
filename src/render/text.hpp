// Text for terminals: characters and their width in columns, so that carets are aligned whatever bytes a model
// contains, and no text of a model can send control sequences to the terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace crowfly {

struct TextStyle {
    bool color = false;
    bool everything = false;  // show lists in full, not their first lines alone
    bool all_warnings = false;
    std::size_t width = 100;  // columns of a source line before it is cut
};

// One character of a text: its length in bytes, what is shown for it, and in how many columns.
struct Glyph {
    std::uint32_t bytes = 1;
    std::uint32_t columns = 1;
    std::string_view shown;
};

// The first character of a text that is not empty. A tab is four columns; control characters and bytes that are not
// UTF-8 show as the replacement character.
Glyph first_glyph(std::string_view text);

std::string shown_path(std::string_view path);  // "<stdin>" for "-"
std::string printable(std::string_view text);   // line breaks become blanks
std::size_t columns(std::string_view text);     // of printable(text)
std::string padded(std::string_view text, std::size_t width);
std::string shortened(std::string_view text, std::size_t width);  // cut with an ellipsis

enum class Ink { plain, bold, red, yellow, green, cyan, faint };
std::string painted(const TextStyle& style, Ink ink, std::string_view text);

std::string counted(std::size_t count, std::string_view noun);                           // "1 query" is not "2 querys":
std::string counted(std::size_t count, std::string_view one, std::string_view several);  // irregular plurals in full

}  // namespace crowfly
