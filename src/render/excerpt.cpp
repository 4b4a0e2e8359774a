#include "render/excerpt.hpp"

#include <algorithm>

#include "render/text.hpp"

namespace crowfly {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::size_t character_start(std::string_view line, std::size_t at) {
    while (at > 0 && at < line.size() && continues_character(line[at])) --at;
    return at;
}

// Advances from `at` by at most `room` columns.
std::size_t advance(std::string_view line, std::size_t at, std::size_t room) {
    while (at < line.size()) {
        const Glyph glyph = first_glyph(line.substr(at));
        if (glyph.columns > room) break;
        room -= glyph.columns;
        at += glyph.bytes;
    }
    return at;
}

struct Window {
    std::size_t begin, end;
};

// The part of the line to show. At most two thirds of the width are to the left of the mark, unless the rest of the
// line is shorter.
Window window(std::string_view line, std::size_t mark, std::size_t width) {
    constexpr std::size_t most_bytes = 4;  // of one character
    const std::size_t near = mark > most_bytes * width ? character_start(line, mark - most_bytes * width) : 0;
    const std::size_t right = advance(line, mark, width);
    const std::size_t right_columns = columns(line.substr(mark, right - mark));
    const std::size_t left_room = std::max(2 * width / 3, width - std::min(width, right_columns));
    std::size_t begin = near;
    std::size_t left_columns = columns(line.substr(near, mark - near));
    while (left_columns > left_room) {
        const Glyph glyph = first_glyph(line.substr(begin));
        left_columns -= glyph.columns;
        begin += glyph.bytes;
    }
    return {begin, advance(line, begin, width)};
}

}  // namespace

Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end, std::size_t width) {
    begin = character_start(line, std::min(begin, line.size()));
    end = std::clamp(end, begin, line.size());
    const Window shown = window(line, begin, width);
    const std::string_view before = line.substr(shown.begin, begin - shown.begin);
    const std::size_t marked_end = std::max(begin, std::min(end, shown.end));
    const bool cut_left = shown.begin > 0;
    const bool cut_right = shown.end < line.size();

    Excerpt result;
    result.line = printable(line.substr(shown.begin, shown.end - shown.begin));
    if (cut_left) result.line.insert(0, "…");
    if (cut_right) result.line += "…";
    result.carets.assign(columns(before) + (cut_left ? 1 : 0), ' ');
    result.carets.append(std::max<std::size_t>(1, columns(line.substr(begin, marked_end - begin))), '^');
    return result;
}

}  // namespace crowfly
