#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace crowfly {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

struct CodePoint {
    std::uint32_t value = 0;
    std::uint32_t bytes = 0;  // 0: not UTF-8
};

std::uint32_t sequence_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead < 0xE0) return 2;
    if (lead >= 0xE0 && lead < 0xF0) return 3;
    if (lead >= 0xF0 && lead < 0xF5) return 4;
    return 0;
}

CodePoint decode(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::uint32_t length = sequence_length(lead);
    if (length == 0 || length > text.size()) return {};
    if (length == 1) return {lead, 1};
    std::uint32_t value = lead & (0x7FU >> length);
    for (std::uint32_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0U) != 0x80U) return {};
        value = (value << 6U) | (byte & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < least[length] || value > 0x10FFFF || surrogate) return {};
    return {value, length};
}

struct Block {
    std::uint32_t first, last;
};

template <std::size_t N>
bool is_in(const std::array<Block, N>& blocks, std::uint32_t value) {
    return std::any_of(blocks.begin(), blocks.end(), [&](Block b) { return b.first <= value && value <= b.last; });
}

// The large blocks suffice: a caret that is one column off in rare scripts does no harm.
std::uint32_t columns_of(std::uint32_t value) {
    static constexpr std::array<Block, 5> combining{
        {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};
    static constexpr std::array<Block, 6> wide{
        {{0x1100, 0x115F}, {0x2E80, 0xA4CF}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFF00, 0xFF60}, {0x1F300, 0x1FAFF}}};
    if (is_in(combining, value)) return 0;
    return is_in(wide, value) ? 2 : 1;
}

// Besides C0 and C1 controls, characters that reorder text: they could make a line read as something else.
bool is_control(std::uint32_t value) {
    static constexpr std::array<Block, 4> controls{{{0, 0x1F}, {0x7F, 0x9F}, {0x202A, 0x202E}, {0x2066, 0x2069}}};
    return is_in(controls, value);
}

}  // namespace

Glyph first_glyph(std::string_view text) {
    if (text[0] == '\t') return {1, 4, "    "};
    const CodePoint point = decode(text);
    if (point.bytes == 0) return {1, 1, replacement};
    if (is_control(point.value)) return {point.bytes, 1, replacement};
    return {point.bytes, columns_of(point.value), text.substr(0, point.bytes)};
}

std::string shown_path(std::string_view path) { return path == "-" ? "<stdin>" : printable(path); }

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Glyph glyph = first_glyph(text);
        const bool line_break = text[0] == '\n' || text[0] == '\r';
        result += line_break ? " " : glyph.shown;
        text.remove_prefix(glyph.bytes);
    }
    return result;
}

std::size_t columns(std::string_view text) {
    std::size_t sum = 0;
    while (!text.empty()) {
        const Glyph glyph = first_glyph(text);
        sum += glyph.columns;
        text.remove_prefix(glyph.bytes);
    }
    return sum;
}

std::string padded(std::string_view text, std::size_t width) {
    std::string result = printable(text);
    const std::size_t taken = columns(text);
    if (taken < width) result.append(width - taken, ' ');
    return result;
}

std::string shortened(std::string_view text, std::size_t width) {
    std::string result;
    std::size_t taken = 0;
    while (!text.empty()) {
        const Glyph glyph = first_glyph(text);
        const bool last = glyph.bytes == text.size();
        if (taken + glyph.columns + (last ? 0 : 1) > width) return result + "…";
        result += printable(text.substr(0, glyph.bytes));
        taken += glyph.columns;
        text.remove_prefix(glyph.bytes);
    }
    return result;
}

std::string painted(const TextStyle& style, Ink ink, std::string_view text) {
    static constexpr std::array<int, 7> codes{0, 1, 31, 33, 32, 36, 2};
    if (!style.color || ink == Ink::plain) return std::string(text);
    const bool strong = ink == Ink::red || ink == Ink::yellow;
    return fmt::format("\x1b[{}{}m{}\x1b[0m", strong ? "1;" : "", codes[static_cast<std::size_t>(ink)], text);
}

std::string counted(std::size_t count, std::string_view noun) { return counted(count, noun, fmt::format("{}s", noun)); }

std::string counted(std::size_t count, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
}

}  // namespace crowfly
